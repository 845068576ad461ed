import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkedCall, checkedFetch } from '../src/checked-call.ts';
import type { CheckedCall } from '../src/checked-call.ts';
import type { Json } from '../src/http-call.ts';

const json = (schema: Json): Json => ({ description: 'An answer.', content: { 'application/json': { schema } } });
const refusing = (...codes: string[]): Json => ({
  description: 'An error.',
  content: {
    'application/json': {
      schema: { additionalProperties: true },
      examples: Object.fromEntries(codes.map((code) => [code, { value: {} }])),
    },
  },
});
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/public/v1/meter/{id}': {
      get: {
        responses: {
          200: json({ $ref: '#/components/schemas/Envelope' }),
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      post: {
        responses: {
          400: refusing('validation_error'),
          409: refusing('conflict', 'CONFLICT'),
          503: refusing('temporarily_unavailable'),
        },
      },
      delete: { responses: { 204: { description: 'It is gone.' } } },
    },
  },
  components: {
    schemas: {
      Envelope: {
        allOf: [
          { type: 'object', properties: { success: { type: 'boolean' } }, required: ['success'] },
          { type: 'object', properties: { data: { $ref: '#/components/schemas/Meter' } }, required: ['data'] },
        ],
      },
      Meter: {
        type: 'object',
        properties: { id: { type: 'string' }, amount: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
    },
    responses: {
      Missing: json({ type: 'object', properties: { code: { enum: ['not_found'] } }, required: ['code'] }),
    },
  },
};

interface Planned {
  status?: number;
  type?: string;
  body?: unknown;
}
const METER = '/public/v1/meter/tokens';
const FITTING: Planned = { body: { success: true, data: { id: 'tokens', amount: '1' } } };

let server: Server;
let url: string;
let planned: Planned;
let call: CheckedCall;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isDocument = request.url === '/openapi.json';
    const { status = 200, type = 'application/json', body } = isDocument ? { body: DOCUMENT } : planned;
    response.writeHead(status, { 'content-type': type }).end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  call = checkedCall(url, (problem) => {
    throw problem;
  });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const answering = (answer: Planned, path = METER, method = 'GET'): Promise<unknown> => {
  planned = answer;
  return call(path, { method });
};

test.each<[string, Planned, path?: string, method?: string]>([
  ['a body that fits', FITTING],
  ['the same by an address', FITTING, `http://HOST${METER}?limit=1`],
  ['a documented error', { status: 404, body: { code: 'not_found' } }],
  ['an empty body that is documented', { status: 204 }, METER, 'DELETE'],
  ['a head without its body', {}, METER, 'HEAD'],
  ['an operation that does not exist', { status: 404, body: {} }, '/public/v1/nothing'],
  ['a page', { type: 'text/html' }, '/pay/1'],
])('%s passes', async (_, answer, path = METER, method = 'GET') => {
  await expect(answering(answer, path.replace('http://HOST', url), method)).resolves.toBeDefined();
});

test.each<[string, Planned, RegExp, path?: string]>([
  ['an undocumented status', { ...FITTING, status: 418 }, /does not name the status 418/],
  ['an undocumented type', { ...FITTING, type: 'text/plain' }, /does not name the type text\/plain/],
  ['an empty body', {}, /does not name an empty body/],
  ['a missing field', { body: { success: true, data: {} } }, /\/data must have required property 'id'/],
  ['a wrong type', { body: { success: true, data: { id: 7 } } }, /\/data\/id must be string/],
  ['an unknown field', { body: { success: true, data: { id: 'a', colour: 'red' } } }, /colour/],
  ['an unknown field of the envelope', { body: { success: true, data: { id: 'a' }, trace: 1 } }, /trace/],
  ['an unknown code', { status: 404, body: { code: 'gone' } }, /\/code must be equal to one of/],
  ['an operation that is not documented', FITTING, /has no such operation/, '/public/v1/nothing'],
])('%s is reported', async (_, answer, problem, path = METER) => {
  await expect(answering(answer, path)).rejects.toThrow(problem);
});

const VIOLATION = { code: 'validation_error', field: 'name', message: 'name is required.' };
const REFUSED = { code: 'validation_error', param: 'name', details: [VIOLATION] };

test.each<[string, number, unknown]>([
  ['an error of payments', 400, { error: REFUSED }],
  ['an error of shipments', 409, { errorCode: '409', details: [{ code: 'CONFLICT', field: null }] }],
  ['an error of the token endpoints', 503, { error: 'temporarily_unavailable' }],
])('%s passes when the document names its code for the status', async (_, status, body) => {
  await expect(answering({ status, body }, METER, 'POST')).resolves.toBeDefined();
});

test.each<[string, number, unknown, RegExp]>([
  ['a code of another status', 409, { error: { code: 'validation_error' } }, /the code validation_error/],
  ['an unknown code in the details', 409, { details: [{ code: 'CONFLICT' }, { code: 'GONE' }] }, /the code GONE/],
  ['an unknown error of a token endpoint', 503, { error: 'server_error' }, /the code server_error/],
  ['a 400 without param', 400, { error: { ...REFUSED, param: null } }, /no param/],
  ['a 400 without details', 400, { error: { ...REFUSED, details: undefined } }, /no details/],
])('%s is reported', async (_, status, body, problem) => {
  await expect(answering({ status, body }, METER, 'POST')).rejects.toThrow(problem);
});

test('a client gets its answer, and what is wrong with it is reported', async () => {
  const problems: string[] = [];
  const send = checkedFetch(url, ({ message }) => problems.push(message));
  planned = FITTING;
  expect(await (await send(url + METER)).json()).toEqual(FITTING.body);
  expect(problems).toEqual([]);
  planned = { body: { success: 1 } };
  expect(await (await send(new Request(url + METER))).json()).toEqual({ success: 1 });
  expect(problems).toEqual([
    expect.stringMatching(/^GET \S+ answered 200 beside its document: .*\/success must be bool/),
  ]);
});
