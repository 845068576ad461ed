import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSealingKeys } from '@qafila/auth/seal';
import { eventually } from '@qafila/testing/wait';
import { startGateway } from '../src/start.ts';
import { callGateway, json, startHarness } from './gateway-harness.ts';

const validSettings = {
  IDENTITY_URL: 'http://127.0.0.1:1',
  METERING_URL: 'http://127.0.0.1:2',
  PAYMENT_URL: 'http://127.0.0.1:3',
  SHIPMENT_URL: 'http://127.0.0.1:5',
  WEBHOOKS_URL: 'http://127.0.0.1:4',
  PRINCIPAL_PRIVATE_KEY: generateSealingKeys().privateKey,
  LOG_LEVEL: 'silent',
};

describe('settings', () => {
  test.each([
    [
      'missing',
      { IDENTITY_URL: '', PRINCIPAL_PRIVATE_KEY: '' },
      /IDENTITY_URL must be set; PRINCIPAL_PRIVATE_KEY must be set/,
    ],
    ['not an address', { METERING_URL: 'metering:80/x' }, /METERING_URL must be an address/],
    ['an address with a path', { METERING_URL: 'http://metering/x' }, /METERING_URL must be an address/],
    ['not an address, for shipments', { SHIPMENT_URL: 'shipment:80/x' }, /SHIPMENT_URL must be an address/],
    ['not a key', { PRINCIPAL_PRIVATE_KEY: 'nonsense' }, /PRINCIPAL_PRIVATE_KEY must be an Ed25519/],
    ['an unknown mode', { MODE: 'test' }, /MODE must be one of stage, live/],
    ['an address of another machine', { HOST: '192.0.2.1' }, /^HOST: 192\.0\.2\.1 is not an address of this machine/],
    ['an unknown host name', { HOST: 'nowhere.invalid' }, /^HOST: nowhere\.invalid is not an address of this machine/],
    ['missing for shipments', { SHIPMENT_URL: undefined }, /^SHIPMENT_URL must be set$/],
    ['not a number', { RATE_LIMIT_PER_SECOND_MAX: '0' }, /RATE_LIMIT_PER_SECOND_MAX must be a whole number from 1/],
  ])('a setting that is %s stops the start with one clear line', async (_name, wrong, line) => {
    await expect(startGateway({ ...validSettings, ...wrong })).rejects.toThrow(line);
  });

  test('a stop finishes the requests under way', async () => {
    const harness = await startHarness();
    harness.metering.answer = async (_seen, response) => {
      await sleep(300);
      json(response, 200, { late: true });
    };
    const asking = callGateway(harness, '/public/v1/meter/m');
    await eventually(() => harness.metering.received.length === 1);
    await harness.gateway.stop();
    expect((await asking).body).toEqual({ late: true });
    await expect(fetch(harness.gateway.url)).rejects.toThrow();
    await harness.stop();
  });
});
