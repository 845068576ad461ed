import { unwrapDataKey } from '../vault/data-key.ts';
import type { Vault } from '../vault/vault.ts';
import { openSecret } from './secret-box.ts';

interface Row { version: number; ciphertext: Buffer; data_key: Buffer }

/** The store's webhook secrets that are live now, the current one first; none for a store that has none. */
export async function webhookSecrets({ source, ring }: Vault, accountId: string, storeId: string): Promise<string[]> {
  const rows = await source.query<Row[]>(`
    SELECT h.version, h.ciphertext, a.data_key FROM hmac_secret h JOIN account a USING (account_id)
    WHERE h.account_id = $1 AND h.store_id = $2 AND h.kind = 'webhook' AND (h.expires_at IS NULL OR h.expires_at > now())
    ORDER BY h.version DESC`, [accountId, storeId]);
  return rows.map(({ version, ciphertext, data_key: wrapped }) =>
    openSecret(unwrapDataKey(ring, accountId, wrapped), { accountId, storeId, kind: 'webhook', version }, ciphertext));
}
