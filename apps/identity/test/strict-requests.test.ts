import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest } from './harness.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentityForTest();
});
afterAll(() => identity?.stop());

const post = (path: string, body: unknown): Promise<Answer> => identity.call('POST', `/public/v1/${path}`, body);

test('a misspelt field is refused with the name that was meant', async () => {
  const { status, body } = await post('service-account', { Name: 'Warehouse' });
  expect([status, body.error]).toMatchObject([
    400,
    {
      code: 'unknown_field',
      param: 'Name',
      message: 'Name is not a field of this operation; did you mean name?',
      details: [{ code: 'unknown_field', field: 'Name' }],
    },
  ]);
});

test('all broken rules are listed at once', async () => {
  const { body } = await post('service-account', { name: '', scopes: ['shipments:fly'], scope: 'x' });
  expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(['scope', 'name', 'scopes.0']);
});

test('a scope that a key cannot have is named by its place', async () => {
  const { body } = await post('key', { scopes: ['payments:write', 'shipments:write'] });
  expect([body.error.param, body.error.code]).toEqual(['scopes.1', 'validation_error']);
});

test('a text where a list belongs is refused as that', async () => {
  const { body } = await post('key', { scopes: 'payments:write' });
  expect(body.error.message).toMatch(/^scopes must be an array of 1 to 10 items, each one of meters:write, /);
});
