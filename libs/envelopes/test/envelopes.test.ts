import { describe, expect, test } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { parseStrict } from '@qafila/json/strict-json';
import { asRefusal, isUnavailable } from '../src/as-refusal.ts';
import { errorAnswer } from '../src/dialect.filter.ts';
import { paymentSuccess, responseStatus } from '../src/payment.ts';
import { Refusal, conflict, invalid, notFound, unavailable } from '../src/refusal.ts';
import { shipmentSuccess } from '../src/shipment.ts';

describe('the payment dialect (§2.1)', () => {
  test('success has its four fields', () => {
    expect(paymentSuccess('Done', { a: 1 })).toEqual({
      success: true,
      responseStatus: 'OK',
      message: 'Done',
      data: { a: 1 },
    });
  });

  test('an error has message, code, field, request id and the details of the refusal', () => {
    const { status, headers, body } = errorAnswer(
      'payment',
      conflict('duplicate_event', 'Again.', { identical: true }, 'event_id'),
      'req-1',
    );
    expect([status, headers]).toEqual([409, {}]);
    expect(body).toEqual({
      success: false,
      responseStatus: 'CONFLICT',
      message: 'Again.',
      data: {},
      error: {
        code: 'duplicate_event',
        type: 'conflict_error',
        message: 'Again.',
        param: 'event_id',
        retryable: false,
        request_id: 'req-1',
        identical: true,
      },
    });
  });

  test.each([
    ['one rule', invalid('limit', 'limit must be 1 to 100.', 'validation_error')],
    ['the path of malformed JSON', new Refusal(400, 'malformed_json', 'Twice.', { param: 'a.b' })],
  ])('a 400 of %s has details as one of many rules has', (_, refusal) => {
    const { code, message } = refusal;
    expect(errorAnswer('payment', refusal, 'r').body).toMatchObject({
      error: { code, param: refusal.more.param, details: [{ code, field: refusal.more.param, message }] },
    });
  });

  test.each([
    ['pi_1_secret_0f1e', 'Send the id: what stands before _secret_, "pi_1".'],
    ['sk_stage_4fQ8', 'Send the id.'],
    ['cs_live_8Kd2', 'Send the id.'],
    ['whsec_c2VjcmV0', 'Send the id.'],
  ])('a 404 does not repeat the secret %s', (secret, hint) => {
    const { message } = notFound('payment intent', secret);
    expect(message).toBe(`A secret was sent instead of the id of the payment intent. ${hint}`);
  });

  test('a 404 repeats what may be an id', () => {
    for (const id of ['pi_1', 'secret', 'sk_calls', 'my_secret_calls', 'cs_tokens'])
      expect(notFound('meter', id).message).toBe(`There is no meter "${id}" in this store.`);
  });

  test('an error of another status has no details, although it names a field', () => {
    const { body } = errorAnswer('payment', conflict('duplicate_event', 'Again.', {}, 'event_id'), 'r');
    expect(body.error).not.toHaveProperty('details');
  });

  test('a body that is not JSON is named as the body', () => {
    const thrown = (): unknown => parseStrict('{', { numbers: 'native' });
    expect(thrown).toThrow();
    try {
      thrown();
    } catch (error) {
      expect(errorAnswer('payment', asRefusal(error), 'r').body).toMatchObject({
        error: { code: 'malformed_json', param: 'body', details: [{ field: 'body' }] },
      });
    }
  });

  test('the status text is that of HTTP', () => {
    expect([400, 404, 409, 413, 503].map(responseStatus)).toEqual([
      'BAD_REQUEST',
      'NOT_FOUND',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'SERVICE_UNAVAILABLE',
    ]);
  });
});

describe('the shipment dialect (§2.1)', () => {
  test('success and error have the fields of the contract', () => {
    expect(shipmentSuccess(202, 'Cancelled', {})).toEqual({
      code: '202',
      status: 'Success',
      message: 'Cancelled',
      data: {},
    });
    expect(errorAnswer('shipment', invalid('packagesInfo', 'packagesInfo is empty.'), 'r').body).toMatchObject({
      errorCode: '400',
      errorMessage: 'packagesInfo is empty.',
      errorStatus: 'Error',
      userMessage: 'Some details are missing or not valid.',
    });
  });
});

test('details of the shipment dialect name code, field, message and request', () => {
  expect(errorAnswer('shipment', unavailable('Away.'), 'r').body.details).toEqual([
    { code: 'SERVICE_UNAVAILABLE', field: null, message: 'Away.', request_id: 'r' },
  ]);
});

describe('the dialect of the token endpoints', () => {
  const error = (status: number, code: string, message = 'No.'): unknown =>
    errorAnswer('token', new Refusal(status, code, message), 'r').body;

  test('has the fields of RFC 6749 and those of the shipment envelope', () => {
    expect(error(401, 'invalid_client')).toEqual({
      error: 'invalid_client',
      error_description: 'No.',
      errorCode: '401',
      errorMessage: 'No.',
      errorStatus: 'Error',
      userMessage: 'These credentials are not valid.',
    });
  });

  test.each([
    [400, 'bad_request', 'invalid_request'],
    [415, 'unsupported_media_type', 'invalid_request'],
    [400, 'invalid_scope', 'invalid_scope'],
    [429, 'rate_limited', 'temporarily_unavailable'],
    [503, 'x', 'temporarily_unavailable'],
    [504, 'x', 'temporarily_unavailable'],
    [500, 'internal_error', 'server_error'],
  ])('%i %s is %s', (status, code, name) => {
    expect(error(status, code)).toMatchObject({ error: name, errorCode: String(status) });
  });

  test('describes errors in the characters that the RFC allows', () => {
    expect(error(400, 'x', 'Say "a\\b", قافلة.')).toMatchObject({
      error_description: "Say 'a?b', ?????.",
      errorMessage: 'Say "a\\b", قافلة.',
    });
  });
});

describe('a thrown value becomes a refusal', () => {
  test.each([
    [{ code: '22021' }, 400],
    [{ statusCode: 400, message: 'x' }, 400],
    [{ code: '54000' }, 400],
    [{ code: '23505' }, 409],
    [{ code: '08006' }, 503],
    [{ code: '57P01' }, 503],
    [{ code: '57014' }, 503],
    [{ code: '40P01' }, 503],
    [{ code: 'ECONNREFUSED' }, 503],
    [new NotFoundException(), 404],
    [{ statusCode: 415, message: 'x' }, 415],
    [new TypeError('x is not a function'), 500],
    ['text', 500],
    [undefined, 500],
  ] as [unknown, number][])('%p: %i', (thrown, status) => {
    const refusal = asRefusal(thrown);
    expect(refusal.status).toBe(status);
    expect(refusal.violations !== undefined).toBe(status === 400);
  });

  test('the message for an unknown path or method says what to do, and not what the framework says', () => {
    expect(asRefusal(new NotFoundException('Cannot PUT /x')).message).toBe(
      'There is no such operation. Check the path and the method; /docs on the gateway lists all.',
    );
  });

  test('the message for malformed JSON says so and gives the position', () => {
    const thrown = ((): unknown => {
      try {
        return parseStrict('{"a":', { numbers: 'native' });
      } catch (error) {
        return error;
      }
    })();
    expect(asRefusal(thrown)).toMatchObject({
      status: 400,
      code: 'malformed_json',
      message: 'This is not valid JSON: Expected a value but found the end of the text at character 5, at a',
    });
  });

  test('the text of an unexpected error is not in its refusal', () => {
    expect(asRefusal(new Error('password=hunter2')).message).not.toContain('hunter2');
  });

  test('a refusal is returned unchanged', () => {
    const refusal = new Refusal(402, 'payment_declined', 'Declined.');
    expect(asRefusal(refusal)).toBe(refusal);
  });

  test('a database that is away is unavailable, and bad data is not', () => {
    expect(
      [{ code: '57P03' }, { code: '53300' }, new Error('Connection terminated unexpectedly')].map(isUnavailable),
    ).toEqual([true, true, true]);
    expect([{ code: '22P02' }, new TypeError('x'), null].map(isUnavailable)).toEqual([false, false, false]);
  });

  test('503 says when to retry', () => {
    expect(errorAnswer('payment', unavailable('Away.', 2.2), 'r').headers).toEqual({ 'retry-after': '3' });
  });
});

test('a code of the catalogue compiles with its one status only; other codes compile with any', () => {
  expect(new Refusal(404, 'COURIER_NOT_FOUND', 'x').status).toBe(404);
  expect(new Refusal(409, 'code_of_a_simulated_company', 'x').status).toBe(409);
  // @ts-expect-error -- its status is 400
  expect(new Refusal(404, 'COURIER_UNKNOWN', 'x').code).toBe('COURIER_UNKNOWN');
  // @ts-expect-error -- its status is 409
  expect(invalid('status', 'x', 'illegal_transition').status).toBe(400);
});
