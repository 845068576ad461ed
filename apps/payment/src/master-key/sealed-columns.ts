import type { SealedColumn } from '@qafila/vault/reseal';
import { ROOT_PLACE } from './root-key.ts';

/** Every column of this service's boxes. A test compares it with the columns of the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'derivation_root', column: 'box', key: ['id'], place: () => ROOT_PLACE },
  {
    table: 'gateway_connection',
    column: 'credentials',
    key: ['id'],
    place: (row) => ['payment', 'gateway', text(row.account_id), text(row.id)],
  },
  {
    table: 'gateway_callback',
    column: 'body',
    key: ['gateway', 'connection_id', 'event_id'],
    place: (row) => ['payment', 'callback', text(row.gateway), text(row.connection_id), text(row.event_id)],
  },
  {
    table: 'wallet_token',
    column: 'phone',
    key: ['account_id', 'id'],
    place: (row) => ['payment', 'phone', text(row.account_id), text(row.id)],
  },
  {
    table: 'wallet_token',
    column: 'gateway_token',
    key: ['account_id', 'id'],
    place: (row) => ['payment', 'token', text(row.account_id), text(row.id)],
  },
  {
    table: 'idempotency',
    column: 'answer',
    key: ['account_id', 'store_id', 'mode', 'key'],
    place: (row) => [
      'payment',
      'answer',
      ...[row.account_id, row.store_id, row.mode, row.key].map((each) => text(each)),
    ],
  },
];

function text(value: unknown): string {
  return String(value);
}
