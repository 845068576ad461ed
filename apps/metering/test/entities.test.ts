import { expect, test } from '@jest/globals';
import { serviceEntityDifferences } from '@qafila/testing/entities-match-schema';
import { METERING_DATABASE } from '../src/database.ts';

test('each table of the migrated schema has one entity with its columns, types and nullability', async () => {
  expect(await serviceEntityDifferences(METERING_DATABASE)).toEqual([]);
});
