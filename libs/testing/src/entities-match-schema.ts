import { openDatabase } from '@qafila/runtime/database';
import { createLogger } from '@qafila/runtime/log';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { createDatabase } from './postgres.ts';
import type { ServiceDatabase } from './postgres.ts';

/** Tables that belong to libraries; no service reads their rows. */
const LIBRARY_TABLES = ['migration', 'outbox', 'outbox_deferred', 'outbox_lease', 'inbox', 'idempotency'];

interface Column {
  type: string;
  nullable: boolean;
}
type Columns = ReadonlyMap<string, Column>;

/** The differences between the entities of a service and its migrated schema, in a database of its own. */
export async function serviceEntityDifferences(service: ServiceDatabase): Promise<string[]> {
  const { url, drop } = await createDatabase(`entities_${service.schema}`, service);
  const database = await openDatabase({ ...service, url, poolSize: 2 }, createLogger('test', 'silent'));
  try {
    return await entityDifferences(database.source);
  } finally {
    await database.close();
    await drop();
  }
}

/**
 * The differences between the tables of the connection's schema and the entities: tables without an entity, entities
 * without a table, and columns that differ in name, type or nullability. Partitions count as their parent.
 */
export async function entityDifferences(source: DataSource): Promise<string[]> {
  const tables = await tablesOf(source);
  const entities = new Map(source.entityMetadatas.map((entity) => [entity.tableName, entity]));
  const names = new Set([...tables.keys(), ...entities.keys()]);
  const found = await Promise.all(
    [...names].sort().map(async (name) => {
      const [columns, entity] = [tables.get(name), entities.get(name)];
      if (columns === undefined) return [`${name}: the entity has no table`];
      if (entity === undefined) return [`${name}: the table has no entity`];
      return columnDifferences(name, columns, await columnsOf(source, entity));
    }),
  );
  return found.flat();
}

function columnDifferences(table: string, inTable: Columns, inEntity: Columns): string[] {
  return [...new Set([...inTable.keys(), ...inEntity.keys()])].sort().flatMap((name) => {
    const at = `${table}.${name}`;
    const [column, described] = [inTable.get(name), inEntity.get(name)];
    if (column === undefined) return [`${at}: the table has no such column`];
    if (described === undefined) return [`${at}: the entity has no such column`];
    const [real, said] = [textOf(column), textOf(described)];
    return real === said ? [] : [`${at}: ${real} in the table, ${said} in the entity`];
  });
}

function textOf({ type, nullable }: Column): string {
  return nullable ? `${type} or null` : type;
}

async function tablesOf(source: DataSource): Promise<Map<string, Columns>> {
  const rows = await source.query<{ table: string; column: string; type: string; nullable: boolean }[]>(
    `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type,
       NOT a.attnotnull AS nullable
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ALL($1)`,
    [LIBRARY_TABLES],
  );
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, column, type, nullable } of rows) {
    const columns = tables.get(table) ?? new Map<string, Column>();
    tables.set(table, columns.set(column, { type, nullable }));
  }
  return tables;
}

/** PostgreSQL gives the entity's types the names that it gives those of the tables: `timestamptz` has two. */
async function columnsOf(source: DataSource, { columns }: EntityMetadata): Promise<Columns> {
  const [row] = await source.query<{ types: (string | null)[] }[]>(
    `SELECT array_agg(format_type(to_regtype(name), NULL) ORDER BY place) AS types
     FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place)`,
    [columns.map((column) => typeOf(source, column))],
  );
  return new Map(
    columns.map((column, index) => [
      column.databaseName,
      { type: row?.types[index] ?? `unknown ${typeOf(source, column)}`, nullable: column.isNullable },
    ]),
  );
}

function typeOf({ driver }: DataSource, column: ColumnMetadata): string {
  return driver.normalizeType(column) + (column.isArray ? '[]' : '');
}
