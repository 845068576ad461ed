import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS, Qafila, QafilaError, UsageBatch } from '@qafila/sdk';
import type { OperationId } from '@qafila/sdk';
import { checkedFetch } from '@qafila/testing/checked-call';
import type { Json } from '@qafila/testing/http-call';
import { openPlatform, reportUndocumented } from './harness/platform.ts';

let qafila: Qafila;
/** Of another merchant: the examples rotate secrets and switch couriers off. */
let examples: Qafila;
let document: Json;
beforeAll(async () => {
  [qafila, examples] = [await openQafila(), await openQafila()];
}, 240_000);

async function openQafila(): Promise<Qafila> {
  const { merchant, send } = await openPlatform('one-process');
  const { gatewayUrl: baseUrl, clientId, clientSecret, companyCode, ...keys } = merchant;
  document ??= (await send('/openapi.json')).body;
  const fetch = checkedFetch(baseUrl, reportUndocumented);
  return new Qafila({ ...keys, baseUrl, fetch, serviceAccount: { clientId, clientSecret, companyCode } });
}

const operationOf = (id: OperationId): Json => document.paths[OPERATIONS[id].path][OPERATIONS[id].method];
const isCode = (code: string, response: Json): boolean => code in response.content['application/json'].examples;

/** The full example of the reference, as a reader copies it. */
function exampleInput(id: OperationId): Json {
  const { parameters = [], requestBody } = operationOf(id);
  const values = (place: string): Json =>
    Object.fromEntries(
      parameters
        .filter((parameter: Json) => parameter.in === place && (place === 'path' || parameter.required))
        .map(({ name, example }: Json) => [name, example]),
    );
  const examples = Object.values<Json>(requestBody?.content?.['application/json']?.examples ?? {});
  return { path: values('path'), query: values('query'), body: examples[0]?.value };
}

describe('the SDK', () => {
  test('knows exactly the operations of the running platform', () => {
    const documented = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item).map(({ operationId }) => operationId as string),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(documented.sort());
  });

  test.each(Object.keys(OPERATIONS) as OperationId[])('calls %s with its documented example', async (id) => {
    const { responses } = operationOf(id);
    const result: unknown = await examples.call(id, exampleInput(id)).catch((error: unknown) => error);
    if (!(result instanceof Error)) return;
    expect(result).toBeInstanceOf(QafilaError);
    const { status, code, body } = result as QafilaError;
    const response = responses[status];
    const described =
      response?.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)];
    expect([id, status, code, body, described !== undefined && isCode(code, described)]).toEqual([
      id,
      status,
      code,
      body,
      true,
    ]);
    // Callbacks are signed by a provider or courier, so their example is refused before it is read; and
    // only the store's own rules can be put in order.
    if (OPERATIONS[id].auth === 'none' || id === 'orderRoutingRules') return;
    // The example itself is right: what it names need not exist here.
    expect([id, code]).not.toEqual([
      id,
      expect.stringMatching(/^(validation_error|unknown_field|malformed_json|VALIDATION_FAILED)$/),
    ]);
  });
});

describe('a merchant who has only the SDK', () => {
  test('meters usage in batches and reads the total', async () => {
    await qafila.api.createMeter({
      body: { id: 'sdk-tokens', name: 'Tokens', active: true, aggregation_type: 'sum', aggregation_field: 'tokens' },
    });
    const usage = new UsageBatch(qafila, { meterId: 'sdk-tokens', eventsMax: 200 });
    for (let number = 0; number < 450; number++)
      await usage.add({
        operation: 'ADD',
        event_id: `sdk-${number}`,
        timestamp: new Date().toISOString(),
        payload: { tokens: 2 },
      });
    await usage.close();
    const answer: Json = await qafila.api.queryUsage({ path: { id: 'sdk-tokens' }, query: {} });
    expect(JSON.stringify(answer)).toContain('900');
  });

  test('creates a checkout, finds it in the list and cancels it', async () => {
    const order = (number: number): Json => ({
      ...exampleInput('createCheckout').body,
      metadata: { order_reference: `sdk-${number}` },
    });
    const created = await Promise.all([1, 2, 3].map((number) => qafila.api.createCheckout({ body: order(number) })));
    const seen: string[] = [];
    for await (const intent of qafila.all('listIntents', { query: { limit: 2 } })) seen.push(intent._id);
    expect(seen).toEqual(expect.arrayContaining(created.map(({ _id }) => _id)));
    const [first] = created as [(typeof created)[number]];
    const cancelled = await qafila.api.cancelIntent({ path: { id: first._id } });
    expect(cancelled.pi_status).toBe('canceled');
  });

  test('creates a shipment with an access token, and tracks it', async () => {
    const { shipmentId } = await qafila.api.createShipment({
      body: exampleInput('createShipment').body,
    });
    const { shipmentStatus } = await qafila.api.trackShipment({ path: { shipment_id: shipmentId } });
    expect(typeof shipmentStatus).toBe('string');
  });

  test('gets typed errors that name the field that was meant', async () => {
    const body = { payment_intent_id: 'pi_1', refund_amount: '1' } as unknown as { payment_intent_id: string };
    await expect(qafila.api.createRefund({ body })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      code: 'unknown_field',
      message: 'refund_amount is not a field of this operation; did you mean refunded_amount?',
    });
  });
});
