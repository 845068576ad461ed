import { expect, test } from '@jest/globals';
import { serviceEntityDifferences } from '@qafila/testing/entities-match-schema';
import { SANDBOX_DATABASE } from '../src/database.ts';

test('every table has an entity that says the same', async () => {
  expect(await serviceEntityDifferences(SANDBOX_DATABASE)).toEqual([]);
});
