import { describe, expect, test } from '@jest/globals';
import { documentOf } from '../src/document.ts';
import type { Particulars } from '../src/document.ts';
import type { Operation } from '../src/operations.ts';

// The document is read as a client reads it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const operation: Operation = { method: 'get', path: '/things/{id}', resource: 'things', handler: 'find', status: 200, scope: 'payments:read' };
const described = (service: string, own: Particulars = {}): Json => documentOf({ service, operations: [operation], particulars: { 'get /things/{id}': own } });
const answersOf = (document: Json): Json => document.paths['/things/{id}'].get.responses;

describe('the document of a service', () => {
  test.each([['payment', 'Payment'], ['metering', 'Payment'], ['shipment', 'Shipment']])('of %s tells the envelopes of the %s dialect, and no other', (service, dialect) => {
    const document = described(service);
    expect([Object.keys(document.components.schemas), Object.keys(document.components.responses)]).toEqual([[`${dialect}Success`, `${dialect}Error`], [`${dialect}Error`]]);
    expect(answersOf(document)).toMatchObject({
      200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${dialect}Success` } } } }, default: { $ref: `#/components/responses/${dialect}Error` },
    });
    expect(document.components.responses[`${dialect}Error`].content['application/json'].schema).toEqual({ $ref: `#/components/schemas/${dialect}Error` });
  });

  test('tells what an envelope holds, an answer that is none, a file, and a refusal of its own', () => {
    expect(answersOf(described('shipment', { data: { type: 'object' } }))[200].content['application/json'].schema).toEqual({ allOf: [{ $ref: '#/components/schemas/ShipmentSuccess' }, { type: 'object', properties: { data: { type: 'object' } }, required: ['data'] }] });
    expect(answersOf(described('metering', { answer: { type: 'array' }, alsoAnswers: ['text/csv'] }))[200].content).toEqual({ 'application/json': { schema: { type: 'array' } }, 'text/csv': { schema: { type: 'string' } } });
    expect(answersOf(described('shipment', { files: ['application/pdf', 'image/png'] }))[200].content).toEqual({ 'application/pdf': {}, 'image/png': {} });
    expect(answersOf(described('identity', { refusal: { type: 'string' } })).default.content).toEqual({ 'application/json': { schema: { type: 'string' } } });
  });

  test('says which parameters of a query must be there', () => {
    const { parameters } = described('shipment', { query: { expires: { type: 'integer' }, lang: { type: 'string' } }, queryRequired: ['expires'] }).paths['/things/{id}'].get;
    expect(parameters.map((one: Json) => [one.in, one.name, one.required])).toEqual([['path', 'id', true], ['query', 'expires', true], ['query', 'lang', false]]);
  });

  test('says 202 with the same body where it may come, asks for the key where it is wanted, and names what carries the scope', () => {
    const { 200: done, 202: underWay } = answersOf(described('payment', { data: { type: 'object' }, accepted: true }));
    expect(underWay.content).toEqual(done.content);
    expect(answersOf(described('payment', {}))[202]).toBeUndefined();
    const operationOf = (service: string, own: Particulars): Json => described(service, own).paths['/things/{id}'].get;
    expect(operationOf('payment', { idempotencyKey: 'required' }).parameters.at(-1)).toMatchObject({ in: 'header', name: 'idempotency-key', required: true });
    expect(['payment', 'shipment'].map((service) => operationOf(service, {}).description)).toEqual([expect.stringContaining('Needs a key'), expect.stringContaining('Needs a token')]);
  });

  test('shows one example as it is, and several by name', () => {
    const shown = (own: Particulars): Json => described('shipment', { body: { type: 'object' }, ...own }).paths['/things/{id}'].get.requestBody.content['application/json'];
    expect(shown({ example: { a: 1 } })).toEqual({ schema: { type: 'object' }, example: { a: 1 } });
    expect(shown({ example: { a: 1 }, otherExamples: { abroad: { b: 2 } } })).toEqual({ schema: { type: 'object' }, examples: { first: { value: { a: 1 } }, abroad: { value: { b: 2 } } } });
  });
});
