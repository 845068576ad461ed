import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asyncApiDocument, messageSchema } from '../src/asyncapi.ts';
import { EVENT_TYPES } from '../src/catalogue.ts';
import { NotACloudEvent, cloudEvent, parseCloudEvent } from '../src/cloud-event.ts';
import { PAYMENT_EVENT } from '../src/payment-events.ts';
import { TOPICS } from '../src/topics.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const owner = { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage' };

describe.each(EVENT_TYPES.map((type) => [type.name, type] as const))('%s', (_name, type) => {
  test('has a sample that its schema accepts in its envelope', () => {
    const event = cloudEvent({ source: '/test', type: type.name, subject: 'tokens', owner, data: type.sample });
    const validate = ajv.compile(messageSchema(type));
    expect([validate(event), validate.errors]).toEqual([true, null]);
  });

  test('has a schema that refuses a sample without its first field', () => {
    const [first] = type.schema.required as string[];
    const { [first as string]: _, ...rest } = type.sample;
    expect(ajv.compile(type.schema)(rest)).toBe(false);
  });
});

test('every topic and the webhooks are described, and every reference of the document has a target', () => {
  const document = asyncApiDocument();
  expect(Object.keys(document.channels as object).sort()).toEqual([...Object.values(TOPICS), 'webhooks'].sort());
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] as string);
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    const target = reference
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
    expect([reference, target]).toEqual([reference, expect.anything()]);
  }
});

test('of the payment topic have a version, except the notifications whose bodies §6 gives', () => {
  const given: string[] = Object.values(PAYMENT_EVENT);
  const ours = EVENT_TYPES.filter(({ topic, name }) => topic === TOPICS.paymentEvents && !given.includes(name));
  expect(ours.length).toBeGreaterThan(20);
  for (const { name, schema, sample } of ours)
    expect([name, schema.required, sample.version]).toEqual([name, expect.arrayContaining(['version']), 1]);
});

test('names are unique and start with their family, except those that the contract fixes', () => {
  const names = EVENT_TYPES.map((type) => type.name);
  expect(new Set(names).size).toBe(names.length);
  const given: string[] = Object.values(PAYMENT_EVENT);
  for (const name of names.filter((each) => !given.includes(each))) expect(name).toMatch(/^[a-z]+(\.[a-z]+)+$/);
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"specversion":"0.3"}',
  '{"specversion":"1.0","id":""}',
  JSON.stringify({
    ...cloudEvent({ id: '1', time: '', source: 's', type: 't', subject: 'x', owner, data: {} }),
    data: 7,
  }),
])('%j is not a CloudEvent', (text) => {
  expect(() => parseCloudEvent(Buffer.from(text))).toThrow(NotACloudEvent);
});

test('an event is the same after serializing and parsing', () => {
  const event = cloudEvent({
    source: '/test',
    type: 'a.b',
    subject: 'x',
    owner,
    aggregateVersion: 3,
    traceparent: '00-1-2-01',
    data: { a: 'é' },
  });
  expect(parseCloudEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
});
