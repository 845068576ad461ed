import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@qafila/testing/wait';
import { answers, startSink } from '../apps/webhooks/test/sink.ts';
import type { Sink } from '../apps/webhooks/test/sink.ts';
import { describeOnPlatforms } from './harness/platform.ts';
import type { SharedPlatform } from './harness/platform.ts';

const MINUTES = 60_000;
const ENDPOINTS = '/public/v1/webhook/endpoints';

/**
 * A merchant's server from its registration through an outage to complete delivery. Runs on one process and on several.
 */
function journey(open: () => Promise<SharedPlatform>): void {
  let platform: SharedPlatform;
  let sink: Sink;
  let endpoint: { id: string; secret: string };
  let meters = 0;
  beforeAll(async () => {
    [platform, sink] = await Promise.all([open(), startSink()]);
  }, 4 * MINUTES);
  afterAll(() => sink?.stop());
  const createMeter = async (): Promise<string> => {
    const id = `meter-${++meters}`;
    const { status } = await platform.call('POST', '/public/v1/meter', {
      id,
      name: 'قياس',
      active: true,
      aggregation_type: 'count',
    });
    expect(status).toBe(201);
    return id;
  };
  const namesAt = (path: string): string[] =>
    [...new Set(sink.at(path).map(({ body }) => (JSON.parse(body) as { id: string }).id))].sort();

  test('a public URL is registered as an endpoint, and a URL inside the network is refused', async () => {
    const { status, body } = await platform.call('POST', ENDPOINTS, {
      url: `${sink.url}/hooks`,
      event_types: ['meter.*'],
    });
    expect([status, body.data.status, body.data.event_types]).toEqual([201, 'enabled', ['meter.*']]);
    expect(body.data.secret).toMatch(/^whsec_/);
    endpoint = body.data;
    const inside = await platform.call('POST', ENDPOINTS, { url: 'http://169.254.169.254/latest', event_types: ['*'] });
    expect([inside.status, inside.body.error.param]).toEqual([400, 'url']);
  });

  test('an event of a meter is delivered, signed for standardwebhooks and for X-Signature', async () => {
    const id = await createMeter();
    const request = await eventually(() => sink.at('/hooks')[0] ?? null, { timeoutMs: MINUTES });
    expect(new Webhook(endpoint.secret).verify(request.body, request.headers as Record<string, string>)).toMatchObject({
      id,
      name: 'قياس',
    });
    const { webhookSecret } = platform.merchant;
    expect(request.headers['x-signature']).toBe(createHmac('sha256', webhookSecret).update(request.body).digest('hex'));
    expect(request.headers['webhook-sequence']).toBe('1');
  });

  test('while the server is down deliveries are retried, and all arrive when it is back', async () => {
    sink.behave('/hooks', answers(503));
    const expected = ['meter-1', ...(await Promise.all(Array.from({ length: 8 }, createMeter)))].sort();
    await eventually(async () => (await platform.call('GET', `${ENDPOINTS}/${endpoint.id}`)).body.data.pending === 8, {
      timeoutMs: MINUTES,
    });
    const before = sink.at('/hooks').length;
    sink.behave('/hooks', answers(200));
    await eventually(async () => (await platform.call('GET', `${ENDPOINTS}/${endpoint.id}`)).body.data.pending === 0, {
      timeoutMs: MINUTES,
    });
    expect(sink.at('/hooks').length).toBeGreaterThanOrEqual(before + 8);
    expect(namesAt('/hooks')).toEqual(expected);
  });

  test('the log contains every attempt, and the catch-up list shows that nothing is missing', async () => {
    const list = await platform.call('GET', `${ENDPOINTS}/${endpoint.id}/deliveries`);
    expect(
      list.body.data.items.map((item: { sequence: number; status: string }) => [item.sequence, item.status]),
    ).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((sequence) => [sequence, 'delivered']));
    const delivery = await platform.call('GET', `${ENDPOINTS}/${endpoint.id}/deliveries/2`);
    expect(delivery.body.data.attempts.at(-1)).toMatchObject({ outcome: 'delivered', status: 200 });
    const missed = await platform.call('GET', `${ENDPOINTS}/${endpoint.id}/events?after=7`);
    expect(missed.body.data.items.map((item: { sequence: number }) => item.sequence)).toEqual([8, 9]);
  });

  test('a delivery is sent again on request, under the same id', async () => {
    const first = sink.at('/hooks').find((request) => request.headers['webhook-sequence'] === '1');
    const before = sink.at('/hooks').length;
    expect((await platform.call('POST', `${ENDPOINTS}/${endpoint.id}/deliveries/1/resend`)).status).toBe(202);
    await eventually(() => sink.at('/hooks').length > before, { timeoutMs: MINUTES });
    expect(sink.at('/hooks').at(-1)?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
}

describeOnPlatforms('webhooks', journey);
