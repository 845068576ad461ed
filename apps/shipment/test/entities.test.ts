import { expect, test } from '@jest/globals';
import { serviceEntityDifferences } from '@qafila/testing/entities-match-schema';
import { SHIPMENT_DATABASE } from '../src/database.ts';

test('each table has an entity with the columns, types and nullability of the table', async () => {
  expect(await serviceEntityDifferences(SHIPMENT_DATABASE)).toEqual([]);
});
