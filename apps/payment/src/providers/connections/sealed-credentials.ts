import type { StoredCredentials } from '@qafila/vault/credentials';
import type { Keys } from '../../keys.ts';
import type { GatewayConnectionRow } from './gateway-connection.entity.ts';

type Place = Pick<GatewayConnectionRow, 'account_id' | 'id'>;

/** A box opens only in the row of its connection. */
export function sealCredentials(keys: Keys, row: Place, stored: StoredCredentials): Buffer {
  return keys.seal(JSON.stringify(stored), 'gateway', row.account_id, row.id);
}

export function openCredentials(keys: Keys, row: Place & Pick<GatewayConnectionRow, 'credentials'>): StoredCredentials {
  return JSON.parse(keys.open(row.credentials, 'gateway', row.account_id, row.id)) as StoredCredentials;
}
