import { expect, test } from '@jest/globals';
import { EntitySchema } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceEntityDifferences } from '../src/entities-match-schema.ts';

const database = {
  schema: 'planted',
  migrations: [
    class Planted1700000000001 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(`
          CREATE TABLE parcel (id text PRIMARY KEY, tags text[] NOT NULL, weight numeric, sent_at timestamptz NOT NULL);
          CREATE TABLE scan (id bigint NOT NULL, day date NOT NULL) PARTITION BY RANGE (day);
          CREATE TABLE scan_default PARTITION OF scan DEFAULT;
          CREATE TABLE outbox (id bigint);`);
      }
      async down(): Promise<void> {}
    },
  ],
};

const scan = new EntitySchema({
  name: 'Scan',
  tableName: 'scan',
  columns: { id: { type: 'int8', primary: true }, day: { type: 'date' } },
});
const parcel = {
  id: { type: 'text', primary: true },
  tags: { type: 'text', array: true },
  weight: { type: 'numeric', nullable: true },
  sentAt: { type: 'timestamptz', name: 'sent_at' },
} as const;

test('entities that describe the tables have no differences', async () => {
  const entities = [scan, new EntitySchema({ name: 'Parcel', tableName: 'parcel', columns: { ...parcel } })];
  expect(await serviceEntityDifferences({ ...database, entities })).toEqual([]);
});

test('every planted difference is found', async () => {
  const { id, weight } = parcel;
  const wrong = new EntitySchema({
    name: 'Parcel',
    tableName: 'parcel',
    columns: { id, tags: { type: 'text' }, weight: { ...weight, nullable: false }, colour: { type: 'text' } },
  });
  const label = new EntitySchema({ name: 'Label', tableName: 'label', columns: { id } });
  expect(await serviceEntityDifferences({ ...database, entities: [wrong, label] })).toEqual([
    'label: the entity has no table',
    'parcel.colour: the table has no such column',
    'parcel.sent_at: the entity has no such column',
    'parcel.tags: text[] in the table, text in the entity',
    'parcel.weight: numeric or null in the table, numeric in the entity',
    'scan: the table has no entity',
  ]);
});
