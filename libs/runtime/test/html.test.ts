import { describe, expect, test } from '@jest/globals';
import { html } from '../src/html.ts';

describe('html', () => {
  test('escapes values, and nothing that it made itself', () => {
    expect(html`<p title="${'"'}">${'<b>&'}${html`<i>x</i>`}${[1, null, false, html`<br>`]}</p>`.text).toBe(
      '<p title="&quot;">&lt;b&gt;&amp;<i>x</i>1<br></p>',
    );
  });

  test('leaves line breaks between tags and values out', () => {
    const value = html`<b>v</b>`;
    expect(
      html`
        <ul>
          <li>${value}</li>
          ${value}
        </ul>
      `.text,
    ).toBe('<ul><li><b>v</b></li><b>v</b></ul>');
  });

  test('keeps a line break beside text as one space', () => {
    // prettier-ignore
    expect(html`<p>one
      two <b>three</b>
      four ${5}
      six</p>`.text).toBe('<p>one two <b>three</b> four 5 six</p>');
  });

  test('keeps a line break between attributes as one space', () => {
    // prettier-ignore
    expect(html`<input
      name="a"
      value="${1}"
    ><label
      >x</label
    >`.text).toBe('<input name="a" value="1"><label>x</label>');
  });

  test('keeps the space before an attribute that is a value', () => {
    expect(html`<input${html` required`}>`.text).toBe('<input required>');
  });
});
