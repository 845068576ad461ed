import { expect, test } from '@jest/globals';
import { Qafila, UsageBatch, UsageRefusedError } from '../src/index.ts';
import type { RefusedEvent, SentCounts, UsageEvent } from '../src/index.ts';
import { ScriptedServer } from './scripted-server.ts';
import type { Received, Script } from './scripted-server.ts';

const event = (number: number): UsageEvent => ({
  operation: 'ADD',
  event_id: `e${number}`,
  timestamp: '2026-11-22T09:30:00Z',
  payload: { tokens: number },
});
const eventsOf = ({ body }: Received): UsageEvent[] => (JSON.parse(body) as { events: UsageEvent[] }).events;
const accepted = (request: Received, refusals: Record<string, object> = {}): Script => ({
  status: 207,
  body: {
    success: true,
    responseStatus: 'OK',
    message: '',
    data: {
      items: eventsOf(request).map(({ event_id }, index) => ({ index, event_id, status: 200, ...refusals[event_id] })),
    },
  },
});

async function started(answer: (request: Received, count: number) => Script): Promise<[ScriptedServer, Qafila]> {
  const server = await ScriptedServer.start(answer);
  const retry = { pauseMs: 1, pauseMsMax: 5 };
  return [server, new Qafila({ baseUrl: server.url, apiKey: 'k', accountId: 'a', hmacSecret: 's', retry })];
}

test('events go as full batches, in order, and close() sends the rest', async () => {
  const [server, qafila] = await started((request) => accepted(request));
  const usage = new UsageBatch(qafila, { meterId: 'tokens', eventsMax: 10 });
  for (let number = 0; number < 25; number++) await usage.add(event(number));
  await usage.close();
  expect(server.received.map((request) => eventsOf(request).length)).toEqual([10, 10, 5]);
  expect(server.received.flatMap(eventsOf).map(({ event_id }) => event_id)).toEqual(
    Array.from({ length: 25 }, (_, number) => `e${number}`),
  );
  await server[Symbol.asyncDispose]();
});

test('a batch that is not full is sent after its waiting time', async () => {
  const [server, qafila] = await started((request) => accepted(request));
  const usage = new UsageBatch(qafila, { meterId: 'tokens', waitMsMax: 20 });
  await usage.add(event(1));
  while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(eventsOf(server.received[0] as Received)).toHaveLength(1);
  await usage.close();
  await server[Symbol.asyncDispose]();
});

test('add() waits while too many events are not accepted, and a failed batch is sent again', async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const [server, qafila] = await started((request, count) =>
    count === 1 ? { status: 503, body: {} } : accepted(request),
  );
  const usage = new UsageBatch(qafila, { meterId: 'tokens', eventsMax: 2, eventsWaitingMax: 4 });
  const waiting: number[] = [];
  const adding = (async () => {
    for (let number = 0; number < 12; number++) {
      await usage.add(event(number));
      waiting.push(usage.waiting);
    }
    release();
  })();
  await gate;
  await adding;
  await usage.close();
  expect(Math.max(...waiting)).toBeLessThanOrEqual(4);
  expect(new Set(server.received.flatMap(eventsOf).map(({ event_id }) => event_id)).size).toBe(12);
  await server[Symbol.asyncDispose]();
});

test('an event that is added after a refusal is sent, although add() reports the refusal', async () => {
  const refusal = { status: 400, error: { code: 'missing_field', message: 'No tokens.' } };
  const [server, qafila] = await started((request) => accepted(request, { e1: refusal }));
  const usage = new UsageBatch(qafila, { meterId: 'tokens', eventsMax: 1 });
  await usage.add(event(1));
  while (usage.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  await expect(usage.add(event(2))).rejects.toThrow('No tokens.');
  await usage.close();
  expect(server.received.flatMap(eventsOf).map(({ event_id }) => event_id)).toEqual(['e1', 'e2']);
  await expect(usage.add(event(3))).rejects.toThrow('closed');
  await server[Symbol.asyncDispose]();
});

test('a payload given as text keeps its digits', async () => {
  const [server, qafila] = await started((request) => accepted(request));
  const usage = new UsageBatch(qafila, { meterId: 'tokens' });
  const { payload: _, ...others } = event(1);
  await usage.add({ ...others, payloadText: '{"tokens":12345678901234567890.10}' });
  await usage.close();
  expect(server.received[0]?.body).toContain('"payload":{"tokens":12345678901234567890.10}}]}');
  await server[Symbol.asyncDispose]();
});

test('each batch reports what became of its events', async () => {
  const refusals = {
    e1: { status: 409, error: { code: 'duplicate_event', message: 'seen', identical: true } },
    e3: { status: 400, error: { code: 'missing_field', message: 'payload.tokens is missing' } },
  };
  const [server, qafila] = await started((request) => accepted(request, refusals));
  const [sent, refused]: [SentCounts[], RefusedEvent[]] = [[], []];
  const usage = new UsageBatch(qafila, {
    meterId: 'tokens',
    eventsMax: 3,
    onSent: (counts) => sent.push(counts),
    onRefused: (events) => refused.push(...events),
  });
  for (const number of [0, 1, 2, 3]) await usage.add(event(number));
  await usage.close();
  expect(sent).toEqual([
    { accepted: 2, repeated: 1, refused: 0 },
    { accepted: 0, repeated: 0, refused: 1 },
  ]);
  expect(refused.map((each) => each.event.event_id)).toEqual(['e3']);
  await server[Symbol.asyncDispose]();
});

test('refused events are reported with their reason; an identical repeat is not a refusal', async () => {
  const refusals = {
    e1: { status: 409, error: { code: 'duplicate_event', message: 'seen', identical: true } },
    e2: { status: 400, error: { code: 'missing_field', message: 'payload.tokens is missing' } },
  };
  const [server, qafila] = await started((request) => accepted(request, refusals));
  const usage = new UsageBatch(qafila, { meterId: 'tokens' });
  for (const number of [0, 1, 2]) await usage.add(event(number));
  const error = await usage.close().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageRefusedError);
  expect((error as UsageRefusedError).refused).toEqual([
    { event: event(2), code: 'missing_field', message: 'payload.tokens is missing' },
  ]);
  await server[Symbol.asyncDispose]();
});

test('a batch without its meter, and an event without its id, time or operation, are refused at once', async () => {
  const [server, qafila] = await started((request) => accepted(request));
  // What types would refuse.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const wrong = (value: unknown): any => value;
  for (const options of [undefined, {}, { meterId: '' }, { meter_id: 'tokens' }])
    expect(() => new UsageBatch(qafila, wrong(options))).toThrow('UsageBatch needs meterId');
  const usage = new UsageBatch(qafila, { meterId: 'tokens' });
  for (const name of ['operation', 'event_id', 'timestamp'] as const)
    await expect(usage.add(wrong({ ...event(1), [name]: undefined }))).rejects.toThrow(`needs ${name}`);
  await usage.close();
  expect(server.received).toHaveLength(0);
  await server[Symbol.asyncDispose]();
});
