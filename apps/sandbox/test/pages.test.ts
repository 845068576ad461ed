import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '@qafila/runtime/env';
import { COURIER_LEVERS, RECIPIENT_PHONES } from '../src/levers/courier-levers.ts';
import { startSandbox } from '../src/start.ts';
import { act, bookedWaybill } from './courier-calls.ts';
import { CARD, openA, openBnpl, SECRET, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

describe('a wrong setting is named in one line', () => {
  const startError = async (more: Environment): Promise<string> => {
    const error = (await startSandbox({
      LOG_LEVEL: 'silent',
      DATABASE_URL: 'postgres://user@127.0.0.1:1/none',
      SANDBOX_SECRET: SECRET,
      ...more,
    }).catch((reason: Error) => reason)) as Error;
    return error.message;
  };

  test.each([
    [{ MODE: 'live' }, /^MODE is live: the sandbox moves no money and runs in stage only; do not deploy it here$/],
    [{ SANDBOX_SECRET: undefined }, /^SANDBOX_SECRET must be set$/],
    [{ SANDBOX_SECRET: 'short' }, /^SANDBOX_SECRET must be at least 32 characters long$/],
    [{ SANDBOX_COURIER_HOUR_MS: '0' }, /^SANDBOX_COURIER_HOUR_MS must be a whole number from 1 to 3600000/],
    [{ SANDBOX_PLATFORM_URL: 'platform' }, /^SANDBOX_PLATFORM_URL must be an http or https address$/],
    [{}, /^DATABASE_URL: no PostgreSQL answers/],
  ])('%j', async (more, line) => {
    expect(await startError(more)).toMatch(line);
  });
});

describe('pages', () => {
  const urls = async (): Promise<string[]> => {
    const [card, wallet] = [await openA(sandbox, 4_900), await openBnpl(sandbox, '0001', 4_900)];
    const app = await sandbox.wallet(`/bnpl/payments/${wallet.body.operation.merchant_reference}/otp/verify`, {
      otp: '123456',
    });
    const waybill = await bookedWaybill(sandbox, 'express');
    await act(sandbox, waybill, 'fail');
    return [
      sandbox.service.url,
      card.page_url as string,
      app.body.operation.app_url as string,
      `${sandbox.service.url}/nothing`,
      `${sandbox.service.url}/parcels`,
      `${sandbox.service.url}/parcels/${waybill}`,
      `${sandbox.service.url}/parcels/${waybill}?did=fail&not`,
    ];
  };

  test('have a strict policy, load nothing, hash every inline part, and label every field', async () => {
    for (const url of await urls()) {
      const { text, headers } = await sandbox.page(url);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(text).toContain('<link rel="icon" href="data:,"');
      for (const [, inline] of text.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)) {
        expect(policy).toContain(
          `'sha256-${createHash('sha256')
            .update(inline as string)
            .digest('base64')}'`,
        );
      }
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(text).not.toMatch(/ (?:style|on\w+)="/);
      expect(text).toMatch(/<html lang="en" dir="ltr">/);
      expect(text).toContain('name="viewport"');
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(Buffer.byteLength(text)).toBeLessThan(30_000);
      for (const [field] of text.matchAll(/<(?:input|select)(?! type="hidden")[^>]*>/g)) {
        const id = / id="([^"]+)"/.exec(field)?.[1];
        expect(field.includes('aria-label="') || (id !== undefined && text.includes(`for="${id}"`))).toBe(true);
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('one press fills in a test card without script, and no other number', async () => {
    const opened = await openA(sandbox, 4_900);
    expect((await sandbox.page(`${opened.page_url}?fill=${CARD}`)).text).toContain(`value="${CARD}" `.trim());
    expect((await sandbox.page(`${opened.page_url}?fill=4111111111111111`)).text).not.toContain('4111');
  });

  test("show a card page in the customer's language, from right to left", async () => {
    for (const [language, words] of [
      ['ar', 'الدفع بالبطاقة'],
      ['ur', 'کارڈ سے ادائیگی'],
    ] as const) {
      const { text } = await sandbox.page((await openA(sandbox, 4_900, { language })).page_url as string);
      expect(text).toContain(`<html lang="${language}" dir="rtl">`);
      expect(text).toContain(`<h1>${words}</h1>`);
      expect(text).toContain('<bdi>49.00 SAR</bdi>');
    }
  });

  test('name a wrong expiry or security code, and charge nothing', async () => {
    const opened = await openA(sandbox, 4_900);
    for (const [fields, words] of [
      [{ expiry: '13/34', cvc: '123' }, 'month and year'],
      [{ expiry: '01/20', cvc: '123' }, 'This expiry has passed'],
      [{ expiry: '12/34', cvc: '12' }, 'any 3 digits'],
    ] as const) {
      const answer = await sandbox.form(opened.page_url as string, { number: CARD, ...fields });
      expect([answer.status, answer.text.includes(words)]).toEqual([422, true]);
    }
    expect((await sandbox.a(`/inquiry?merchant_reference=${opened.merchant_reference}`)).body.status).toBe('open');
  });

  test('list every lever on the home page, which accepts faults from its own forms only', async () => {
    const { text } = await sandbox.page(sandbox.service.url);
    for (const lever of [
      '0001',
      '0009',
      '123456',
      '111111',
      '4242 4242 4242 4242',
      '4000 0038 0000 0446',
      '100.05',
      '100.51',
      '100.54',
      '100.61',
      '100.68',
      '100.91',
      '100.96',
      'Ghost success',
      'twice',
      'overtaken',
    ])
      expect(text).toContain(lever);
    for (const [lever, description] of Object.entries(COURIER_LEVERS))
      expect(text).toContain(`<dt><code>-${lever}</code></dt><dd>${description}</dd>`);
    for (const [end, lever] of Object.entries(RECIPIENT_PHONES)) expect(text).toContain(`${end} ${lever}`);
    const form = { effect: 'slow', ms: '1', operation: 'otp' };
    expect(
      (await sandbox.form(`${sandbox.service.url}/control/form/faults`, form, { origin: 'https://evil.example' }))
        .status,
    ).toBe(403);
    expect((await sandbox.form(`${sandbox.service.url}/control/form/faults`, form)).status).toBe(403);
    expect(
      (await sandbox.form(`${sandbox.service.url}/control/form/faults`, form, { origin: sandbox.service.url })).status,
    ).toBe(303);
    expect((await sandbox.page(`${sandbox.service.url}/?said=on`)).text).toContain('slow (any provider, otp)');
    expect(
      (await sandbox.form(`${sandbox.service.url}/control/form/faults/clear`, {}, { origin: sandbox.service.url }))
        .status,
    ).toBe(303);
    expect((await sandbox.page(sandbox.service.url)).text).not.toContain('slow (any provider, otp)');
  });

  test('move a parcel by its own page only, which shows an act that is not possible', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL');
    const form = `${sandbox.service.url}/control/form/parcels/${waybill}/lose`;
    expect((await sandbox.form(form, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await sandbox.form(form)).status).toBe(403);
    const [first, second] = [
      await sandbox.form(form, {}, { origin: sandbox.service.url }),
      await sandbox.form(form, {}, { origin: sandbox.service.url }),
    ];
    expect([first.headers.get('location'), second.headers.get('location')]).toEqual([
      `/parcels/${waybill}?did=lose`,
      `/parcels/${waybill}?did=lose&not`,
    ]);
    expect((await sandbox.page(sandbox.service.url + second.headers.get('location'))).text).toContain(
      'Lose: not possible any more.',
    );
    expect((await sandbox.page(`${sandbox.service.url}/parcels`)).text).toContain(waybill);
    expect((await sandbox.page(`${sandbox.service.url}/parcels/SXPUNKNOWN`)).status).toBe(404);
    expect((await sandbox.page(`${sandbox.service.url}/parcels/${waybill}?did=constructor`)).text).not.toContain(
      ': done.',
    );
  });

  test('keep forms of other sites from the control API', async () => {
    const url = `${sandbox.service.url}/control/faults`;
    expect((await sandbox.form(url, { effect: 'down' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    expect((await sandbox.form(url, { effect: 'down' })).status).toBe(415);
    expect(
      (
        await sandbox.form(
          `${sandbox.service.url}/control/parcels/SXPUNKNOWN/lose`,
          {},
          { 'sec-fetch-site': 'cross-site' },
        )
      ).status,
    ).toBe(400);
  });

  test('are not found at an address with a wrong seal', async () => {
    const opened = await openA(sandbox, 4_900);
    expect((await sandbox.page((opened.page_url as string).slice(0, -1))).status).toBe(404);
    expect((await sandbox.page((opened.page_url as string).replace('cardgateway-a', 'cardgateway-b'))).status).toBe(
      404,
    );
  });
});

test('with a control key, only its holder may control', async () => {
  const closed = await startSandboxForTest({
    SANDBOX_CONTROL_KEY: 'the-key',
    SANDBOX_PUBLIC_URL: 'https://sandbox.example',
  });
  try {
    expect((await closed.control('GET', '/faults')).status).toBe(401);
    expect((await closed.control('GET', '/faults', undefined, { authorization: 'Bearer the-key' })).status).toBe(200);
    expect(
      (
        await closed.form(
          `${closed.service.url}/control/form/faults`,
          { effect: 'down' },
          { origin: closed.service.url },
        )
      ).status,
    ).toBe(403);
    expect((await closed.page(closed.service.url)).text).not.toContain('Latest payments');
    const waybill = await bookedWaybill(closed, 'express', '-STILL');
    for (const path of ['/parcels', `/parcels/${waybill}`])
      expect((await closed.page(closed.service.url + path)).status).toBe(403);
    expect(
      (
        await closed.form(
          `${closed.service.url}/control/form/parcels/${waybill}/lose`,
          {},
          { origin: closed.service.url },
        )
      ).status,
    ).toBe(403);
    expect((await act(closed, waybill, 'lose')).status).toBe(401);
    expect(
      (await closed.control('POST', `/parcels/${waybill}/lose`, undefined, { authorization: 'Bearer the-key' })).status,
    ).toBe(200);
    expect((await openA(closed, 100)).page_url).toMatch(/^https:\/\/sandbox\.example\/cardgateway-a\/pay\//);
  } finally {
    await closed.stop();
  }
});
