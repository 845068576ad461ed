import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signRequest } from '@qafila/signing/request-signature';
import { describeWithChromium, launchChromium } from '@qafila/testing/chromium';
import { eventually } from '@qafila/testing/wait';
import { startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';

describe('/docs', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());
  const get = (path: string): Promise<Response> => fetch(harness.gateway.url + path);

  test("the page loads only the gateway's files, and its policy allows no other origin or inline script", async () => {
    const answer = await get('/docs');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') as string;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';");
    expect(policy.replace("style-src 'self' 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/<script>|<style|\son\w+=|style=|https?:/);
    const files = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toEqual(['/docs/style.css', '/docs/start.js']);
    for (const path of [...files, '/docs/scalar.js']) {
      const file = await get(path);
      expect([path, file.status, file.headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff']);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    }
    for (const path of ['/docs/start.js.map', '/docs/scalar.js.map', '/docs/..%2fstart.ts'])
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });
});

/** Errors, warnings and violations of the policy that the browser reports, and the origins that it calls. */
function watch(context: BrowserContext): { complaints: string[]; origins: Set<string> } {
  const [complaints, origins]: [string[], Set<string>] = [[], new Set()];
  context.on('console', (message) => {
    // Scalar warns of schemas without `type`; violations of the policy are errors.
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  return { complaints, origins };
}

/** The page's policy forbids the eval of Playwright's waitForFunction. */
function isTrue(page: Page, expression: string): Promise<true> {
  return eventually(() => page.evaluate<boolean>(expression), { what: expression });
}

/** Chromium reports no body of a request that was built from a Request object. */
const RECORD_BODIES = `{
  globalThis.sentBodies = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (request, ...more) => {
    if (request instanceof Request) globalThis.sentBodies.push(await request.clone().text());
    return send(request, ...more);
  };
}`;

describeWithChromium('/docs in a browser', () => {
  let harness: OpenApiHarness;
  let browser: Browser;
  beforeAll(async () => {
    harness = await startOpenApiHarness();
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await harness?.stop();
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  async function open(width: number, fragment = ''): Promise<{ page: Page; watched: ReturnType<typeof watch> }> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    context.setDefaultTimeout(60_000);
    const watched = watch(context);
    const page = await context.newPage();
    await page.addInitScript(RECORD_BODIES);
    await page.goto(`${harness.gateway.url}/docs${fragment}`);
    // The reference is laid out in steps: the guides come first, the tags of the operations last.
    await page.waitForSelector('h1:has-text("Getting started")', { state: 'attached' });
    await page.waitForSelector('h2:has-text("Checkout")', { state: 'attached' });
    return { page, watched };
  }
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/docs-${name}.png` });
  }

  test.each([360, 1440])(
    'at %s px the guides and operations are shown, and nothing is loaded from elsewhere',
    async (width) => {
      const { page, watched } = await open(width);
      await picture(page, `top-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const text = await page.evaluate<string>('document.body.innerText');
      for (const guide of ['Getting started', 'Signing requests', 'Idempotency', 'Rate limits'])
        expect(text).toContain(guide);
      await page.evaluate("location.hash = '#description/signing-requests'");
      await isTrue(page, "document.querySelector('[id$=signing-requests]').getBoundingClientRect().top < 400");
      await picture(page, `signing-${width}`);
      await page.evaluate("location.hash = '#tag/service-accounts/POST/public/v1/service-account'");
      await page.waitForSelector('button:has-text("(post /public/v1/service-account)")');
      await picture(page, `operation-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(watched.complaints).toEqual([]);
      expect([...watched.origins]).toEqual([harness.gateway.url]);
    },
  );

  test.each<[string, (page: Page) => Promise<void>]>([
    ['Ctrl+K', (page) => page.keyboard.press('Control+k')],
    ['the search button', (page) => page.click('button[role=search]')],
  ])('a search opened by %s finds the operation that refunds, and shows it', async (_, openSearch) => {
    const { page, watched } = await open(1440);
    await openSearch(page);
    await page.fill('input[role=combobox]', 'refund');
    const found = page.locator('[role=option]', { hasText: 'Refund a payment' });
    await found.waitFor();
    await picture(page, 'search');
    expect(await found.getAttribute('id')).toMatch(/\/POST\/public\/v1\/refund$/);
    await found.click();
    await isTrue(page, "location.hash.endsWith('/POST/public/v1/refund')");
    await page.waitForSelector('button:has-text("(post /public/v1/refund)")');
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([harness.gateway.url]);
    await page.context().close();
  });

  test('a request is tried out with credentials that are entered once, and signed in the page', async () => {
    const { page, watched } = await open(1440, '#tag/service-accounts/POST/public/v1/service-account');
    const { apiKey, accountId, hmacSecret } = harness.demo;
    await page.click('button:has-text("(post /public/v1/service-account)")');
    await picture(page, 'try');
    await page.click('button:has-text("Send post request")');
    await page.waitForSelector('dialog[open]');
    await picture(page, 'credentials');
    await page.fill('dialog input[name=apiKey]', apiKey);
    await page.fill('dialog input[name=accountId]', accountId);
    await page.fill('dialog input[name=hmacSecret]', hmacSecret);
    const answering = page.waitForResponse((answer) => answer.url().endsWith('/public/v1/service-account'));
    await page.click('dialog button[type=submit]');
    const answer = await answering;
    const request = answer.request();
    const sent = await page.evaluate<string>('sentBodies.at(-1)');
    expect(JSON.parse(sent)).toHaveProperty('name');
    expect([answer.status(), request.method()]).toEqual([201, 'POST']);
    expect(request.headers()).toMatchObject({
      'x-api-key': apiKey,
      'x-account-id': accountId,
      'x-signature': signRequest(sent, hmacSecret),
    });
    await page.waitForSelector('text=client_id');
    await picture(page, 'answer');
    expect(
      JSON.stringify(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]')),
    ).not.toMatch(new RegExp([apiKey, accountId, hmacSecret].join('|')));
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([harness.gateway.url]);
  });
});
