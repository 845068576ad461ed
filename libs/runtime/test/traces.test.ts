import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { context, propagation, trace } from '@opentelemetry/api';
import { currentTraceparent, inSpan, startTraces } from '../src/traces.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`;

let collector: Server | undefined;

afterEach(() => {
  collector?.close();
  for (const api of [trace, context, propagation]) api.disable();
});

test('with an endpoint, spans continue the caller’s trace and reach the collector before the stop ends', async () => {
  const received: string[] = [];
  collector = createServer(async (request, response) => {
    received.push(`${request.method} ${request.url} ${await text(request)}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');

  const stop = await startTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`);
  const inside = await inSpan('work', CALLER, async () => currentTraceparent());
  await stop();

  expect(inside).toMatch(new RegExp(`^00-${TRACE_ID}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^POST \/v1\/traces /);
  const [span] = JSON.parse(received[0]?.slice('POST /v1/traces '.length) ?? '').resourceSpans[0].scopeSpans[0].spans;
  expect(span).toMatchObject({ name: 'work', traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' });
});

test('without an endpoint, work runs and no trace is passed on', async () => {
  const stop = await startTraces(undefined);
  expect(await inSpan('work', CALLER, async () => currentTraceparent())).toBeUndefined();
  await stop();
});
