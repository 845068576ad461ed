import { describe, expect, test } from '@jest/globals';
import { BadSetting, Settings } from '@qafila/runtime/env';
import { Refusal } from '@qafila/envelopes/refusal';
import { readEgressRules } from '../../src/egress/egress-rules.ts';
import type { EgressRules } from '../../src/egress/egress-rules.ts';
import { checkEndpointUrl } from '../../src/egress/endpoint-url.ts';
import { DEVELOPMENT, STAGE } from './egress-harness.ts';

const LIVE: EgressRules = { httpsOnly: true, allowed: [] };

describe('the URL of an endpoint', () => {
  const GOOD: [url: string, rules: EgressRules, href: string][] = [
    ['https://hooks.example.com/a?b=c', LIVE, 'https://hooks.example.com/a?b=c'],
    ['https://hooks.example.com:8443', LIVE, 'https://hooks.example.com:8443/'],
    ['HTTPS://Hooks.Example.COM./x', LIVE, 'https://hooks.example.com./x'],
    ['https://متجر.example/', LIVE, 'https://xn--pgbep1f.example/'],
    ['https://8.8.8.8/', LIVE, 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:444/', LIVE, 'https://[2606:4700:4700::1111]:444/'],
    ['http://hooks.example.com/', STAGE, 'http://hooks.example.com/'],
    ['http://localhost:3000/hook', DEVELOPMENT, 'http://localhost:3000/hook'],
    ['http://sink:9000/', DEVELOPMENT, 'http://sink:9000/'],
    ['http://[::1]:3000/', DEVELOPMENT, 'http://[::1]:3000/'],
    [`https://a.example/${'x'.repeat(2_030)}`, LIVE, `https://a.example/${'x'.repeat(2_030)}`],
  ];
  test.each(GOOD)('%s is taken', (url, rules, href) => expect(checkEndpointUrl(url, rules).href).toBe(href));

  const BAD: [url: string, rules: EgressRules, why: RegExp][] = [
    ['', STAGE, /absolute URL/],
    ['hooks.example.com', STAGE, /absolute URL/],
    ['/hook', STAGE, /absolute URL/],
    ['https://', STAGE, /absolute URL/],
    ['ftp://a.example/', STAGE, /absolute URL/],
    ['https:a.example', STAGE, /absolute URL/],
    ['https://a.example:99999/', STAGE, /absolute URL/],
    ['https://[::1', STAGE, /absolute URL/],
    ['https://a..b:x/', STAGE, /absolute URL/],
    ['http://a.example/', LIVE, /https:\/\/ in live/],
    ['https://me@a.example/', LIVE, /credentials/],
    ['https://me:you@a.example/', LIVE, /credentials/],
    ['https://:you@a.example/', LIVE, /credentials/],
    ['https://a.example/#', LIVE, /fragment/],
    ['https://a.example/#x', LIVE, /fragment/],
    ['https://a.example:0/', LIVE, /port 0/],
    [' https://a.example/', LIVE, /spaces/],
    ['https://a.example/a b', LIVE, /spaces/],
    ['https://a.exa\tmple/', LIVE, /control/],
    ['https://a.example/\u0000', LIVE, /control/],
    [`https://a.example/${'x'.repeat(2_031)}`, LIVE, /more than 2048 characters;/],
    [`https://a.example/${'é'.repeat(500)}`, LIVE, /when encoded/],
    ['https://127.0.0.1/', LIVE, /private, local or reserved/],
    ['https://0x7f.1/', LIVE, /private, local or reserved/],
    ['https://[::ffff:8.8.8.8]/', LIVE, /private, local or reserved/],
    ['https://localhost/', LIVE, /"localhost" is a name inside/],
    ['https://redis/', LIVE, /"redis"/],
    ['https://a.internal./', LIVE, /"a.internal"/],
    ['https://10.0.0.1/', DEVELOPMENT, /private, local or reserved/],
  ];
  test.each(BAD)('%j is refused', (url, rules, why) => {
    const refusal = (() => {
      try {
        return checkEndpointUrl(url, rules);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 400, more: { param: 'url' }, message: expect.stringMatching(why) });
  });
});

describe("the operator's settings", () => {
  const read = (environment: Record<string, string>, mode: 'stage' | 'live'): EgressRules =>
    readEgressRules(new Settings(environment), mode);

  test('nothing set: public addresses only, https only in live', () => {
    expect(read({}, 'live')).toEqual({ httpsOnly: true, allowed: [], proxyUrl: undefined });
    expect(read({}, 'stage')).toEqual({ httpsOnly: false, allowed: [], proxyUrl: undefined });
  });

  test('networks and single addresses are allowed in stage', () => {
    expect(read({ WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8, ::1' }, 'stage').allowed).toEqual([
      { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
      { address: '::1', prefix: 128, family: 'ipv6' },
    ]);
  });

  test.each(['127.0.0.0/33', 'localhost', '127.0.0.1/', '10.0.0.0/8,', '::1/129', 'fe80::1%lo/64', '127.0.0.1-9'])(
    '%j is no network',
    (text) => {
      expect(() => read({ WEBHOOK_ALLOWED_ADDRESSES: text }, 'stage')).toThrow(
        /^WEBHOOK_ALLOWED_ADDRESSES must be networks such as/,
      );
    },
  );

  test('live allows no exception, however harmless', () => {
    expect(() => read({ WEBHOOK_ALLOWED_ADDRESSES: '8.8.8.8' }, 'live')).toThrow(BadSetting);
    expect(() => read({ WEBHOOK_ALLOWED_ADDRESSES: '8.8.8.8' }, 'live')).toThrow(/must not be set in MODE=live/);
  });

  test('a proxy is an http or https URL, and a wrong one is not repeated in the log', () => {
    expect(read({ WEBHOOK_EGRESS_PROXY: 'https://me:secret@proxy.example:3128' }, 'live').proxyUrl).toBe(
      'https://me:secret@proxy.example:3128/',
    );
    for (const text of ['proxy:3128', 'socks5://proxy:1080', 'http://proxy/path', 'http://me:secret@proxy/?x']) {
      expect(() => read({ WEBHOOK_EGRESS_PROXY: text }, 'live')).toThrow(
        /^WEBHOOK_EGRESS_PROXY must be the URL of a CONNECT proxy, (?!.*secret)/,
      );
    }
  });
});
