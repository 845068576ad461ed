import { afterEach, describe, expect, test } from '@jest/globals';
import { addressJudge, isPublicAddress, readAddressRange } from '../../src/egress/address-rules.ts';
import type { AddressRange } from '../../src/egress/address-rules.ts';
import { checkEndpointUrl } from '../../src/egress/endpoint-url.ts';
import { closeAll, DEVELOPMENT, OK, openEgress, openSink, post, STAGE, summaryOf } from './egress-harness.ts';
import { urlsToTheInside } from './url-forms.ts';

afterEach(closeAll);

/** What an unguarded resolver would say of all names of the inside. */
const toLoopback = (): Promise<string[]> => Promise.resolve(['127.0.0.1', '::1']);

test('no form of an inside address connects, and nothing arrives at a listener there', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  const egress = openEgress(STAGE, { resolve: toLoopback });
  const urls = urlsToTheInside(sink.port);
  expect(urls.length).toBeGreaterThan(600);
  const outcomes = await Promise.all(urls.map((url) => post(egress, url).then(summaryOf, () => 'no request')));
  const wrong = urls.filter((_url, index) => outcomes[index] !== 'denied_address' && outcomes[index] !== 'no request');
  expect(wrong).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'denied_address').length).toBeGreaterThan(500);
  expect({ connections: sink.connections, bytes: sink.bytes }).toEqual({ connections: 0, bytes: 0 });
});

test('the same listener is reached by those forms where loopback is allowed, so the table has teeth', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  const egress = openEgress(DEVELOPMENT, { resolve: toLoopback, connectTimeoutMs: 300 });
  const loopback = urlsToTheInside(sink.port).filter(
    (url) => URL.canParse(url) && new URL(url).hostname === '127.0.0.1' && /^https?:/.test(new URL(url).protocol),
  );
  expect(loopback.length).toBeGreaterThan(35);
  for (const url of loopback) expect(summaryOf(await post(egress, url))).toBe(200);
  expect(sink.requests).toHaveLength(loopback.length);
});

test('an endpoint with such a URL cannot even be made', () => {
  for (const url of urlsToTheInside(80)) expect(() => checkEndpointUrl(url, STAGE)).toThrow(/^url /);
});

describe('addresses', () => {
  const PUBLIC = [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '11.0.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2a00:1450:4001::1',
    '2620:fe::fe',
  ];
  const DENIED = [
    '0.0.0.1',
    '0.255.255.255',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.0.1',
    '172.16.0.0',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.0',
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '3fff::1',
    '5f00::1',
    '2606:4700::1%eth0',
    'fe80::1%1',
  ];
  const NOT_ADDRESSES = [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '017700000001',
    '2130706433',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8',
    '256.1.1.1',
    '１.1.1.1',
    '[::1]',
    '1.1.1.1/32',
    '08.8.8.8',
  ];

  test.each(PUBLIC)('%s is public', (ip) => expect(isPublicAddress(ip)).toBe(true));
  test.each([...DENIED, ...NOT_ADDRESSES])('%j is not', (ip) => expect(isPublicAddress(ip)).toBe(false));

  test('an allowed range overrides the denial, and only for what lies in it', () => {
    const mayConnect = addressJudge([
      readAddressRange('127.0.0.0/8') as AddressRange,
      readAddressRange('::1') as AddressRange,
    ]);
    expect(['127.0.0.1', '127.9.9.9', '::1', '8.8.8.8'].map(mayConnect)).toEqual([true, true, true, true]);
    expect(['10.0.0.1', '::2', 'fe80::1', '169.254.169.254', 'localhost', '::1%lo'].map(mayConnect)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
