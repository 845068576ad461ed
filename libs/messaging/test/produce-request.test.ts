import { createRequire } from 'node:module';
import { randomBytes, randomInt } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { installProduceRequests } from '../src/produce-request.ts';
import type { ProduceCall, ProduceDefinition } from '../src/produce-request.ts';

const require = createRequire(import.meta.url);
const definition = require('kafkajs/src/protocol/requests/produce') as ProduceDefinition;
const own = definition.protocol({ version: 7 });
installProduceRequests();
const replaced = definition.protocol({ version: 7 });

type Message = ProduceCall['topicData'][number]['partitions'][number]['messages'][number];

const realNow = Date.now;
beforeEach(() => {
  // Both encoders write the time into each batch.
  Date.now = () => 1_790_000_000_123;
});
afterEach(() => {
  Date.now = realNow;
});

function callOf(messages: Message[], more: Partial<ProduceCall> = {}): ProduceCall {
  const partitions = [
    { partition: 3, firstSequence: 70_000, messages },
    { partition: 0, firstSequence: 0, messages: messages.slice(0, 1) },
  ];
  const topicData = [
    { topic: 'meter.events.v1', partitions },
    { topic: 'موضوع', partitions: [{ partition: 1, firstSequence: 9, messages }] },
  ];
  return { acks: -1, timeout: 30_000, producerId: '4611686018427387905', producerEpoch: 7, topicData, ...more };
}

async function bytesOf(encode: typeof own, call: ProduceCall): Promise<Buffer> {
  const { buf, offset } = await encode(call).request.encode();
  return Buffer.from(buf.subarray(0, offset));
}

async function expectSame(call: ProduceCall): Promise<void> {
  const [given, wanted] = [await bytesOf(replaced, call), await bytesOf(own, call)];
  expect(given.equals(wanted)).toBe(true);
}

test.each([
  ['one', [{ key: 'k', value: 'v' }]],
  ['empty texts', [{ key: '', value: '' }]],
  ['Arabic, an emoji and half of one', [{ key: 'مفتاح', value: '{"a":"😀 é \ud83d"}' }]],
  ['bytes', [{ key: 'k', value: randomBytes(700) }]],
  ['headers', [{ key: 'k', value: 'v', headers: { 'x-error': 'خطأ', empty: '' } }]],
])('a produce request has the bytes of kafkajs: %s', async (_, messages: Message[]) => {
  await expectSame(callOf(messages));
});

test('a produce request has the bytes of kafkajs for any sizes and numbers of messages', async () => {
  // Where a length needs one byte more.
  const edges = [63, 64, 8_191, 8_192, 1_048_575, 1_048_576];
  for (const size of edges) await expectSame(callOf([{ key: 'k', value: 'x'.repeat(size) }]));
  for (const count of [63, 64, 65, 2_000])
    await expectSame(callOf(Array.from({ length: count }, (_, index) => ({ key: `key-${index % 7}`, value: 'v' }))));
  for (let round = 0; round < 100; round++) {
    const messages = Array.from({ length: randomInt(1, 40) }, () => ({
      key: randomBytes(randomInt(0, 60)).toString('latin1'),
      value: randomBytes(randomInt(0, 3_000)).toString('utf8'),
    }));
    await expectSame(callOf(messages));
  }
});

test('kafkajs still encodes what this file does not: compression, times, messages without key or value', async () => {
  const plain = { key: 'k', value: 'v' };
  await expectSame(callOf([plain], { compression: 1 }));
  await expectSame(callOf([plain], { transactionalId: 'tx' }));
  await expectSame(callOf([plain, { ...plain, timestamp: '1700000000000' }]));
  await expectSame(callOf([plain, { key: null, value: 'v' }]));
  await expectSame(callOf([plain, { key: 'k', value: null }]));
});

test('a second installation changes nothing', () => {
  const { protocol } = definition;
  installProduceRequests();
  expect(definition.protocol).toBe(protocol);
});
