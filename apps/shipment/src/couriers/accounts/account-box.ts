import type { StoredCredentials } from '@qafila/vault/credentials';
import type { Keys } from '../../keys.ts';
import type { CourierAccountRow } from './courier-account.entity.ts';

type Place = Pick<CourierAccountRow, 'account_id' | 'id'>;

/** A box opens only in the row of its account. */
export function sealAccount(keys: Keys, row: Place, stored: StoredCredentials): Buffer {
  return keys.seal(JSON.stringify(stored), 'courier', row.account_id, row.id);
}

export function openAccount(keys: Keys, row: Place & Pick<CourierAccountRow, 'credentials'>): StoredCredentials {
  return JSON.parse(keys.open(row.credentials, 'courier', row.account_id, row.id)) as StoredCredentials;
}
