import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { ERRORS } from '@qafila/contracts/errors';
import { errorsAsMarkdown } from '../src/documents/error-page.ts';
import { startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

describe('the pages of the gateway', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());
  const get = async (path: string): Promise<{ answer: Response; text: string }> => {
    const answer = await fetch(harness.gateway.url + path);
    return { answer, text: await answer.text() };
  };

  test.each(['/', '/docs/errors'])('%s is a small page without script, and its links work', async (path) => {
    const { answer, text } = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src data:;/,
    );
    expect(text).not.toMatch(/<script|style=|\son\w+=|https?:/);
    const links = [...text.matchAll(/href="(\/[^"#]*)"/g)].map(([, link]) => link as string);
    for (const link of new Set(links)) expect([link, (await get(link)).answer.status]).toEqual([link, 200]);
  });

  test('/ leads to everything, and says that this is stage', async () => {
    const { text } = await get('/');
    for (const link of ['/docs', '/docs/errors', '/openapi.json', '/asyncapi.yaml', '/health/ready'])
      expect(text).toContain(`href="${link}"`);
    expect(text).toContain('<span class="mode">stage</span> No money moves here');
    expect(text.length).toBeLessThan(2_000);
  });

  test('/docs/errors has each code of the catalogue with its cause and remedy', async () => {
    const { text } = await get('/docs/errors');
    const codes = [...text.matchAll(/<section id="(\w+)">/g)].map(([, code]) => code);
    expect(codes.sort()).toEqual(Object.keys(ERRORS).sort());
    expect(codes.length).toBeGreaterThan(40);
    // Escaped, with its code marked.
    expect(text).toContain('The header <code>Allow</code> lists those it has.');
    expect(text).toContain('There is no refund &quot;rf_01&quot; in this store.');
  });
});

test('docs/errors.md is made of the catalogue', async () => {
  const written = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  // After a change of the catalogue: node tools/write-errors.mjs
  expect(written).toBe(errorsAsMarkdown());
});
