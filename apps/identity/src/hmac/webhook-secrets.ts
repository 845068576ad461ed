import { unwrapDataKey } from '../vault/data-key.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { openSecret } from './secret-box.ts';
import type { HmacSecret } from './hmac-secret.entity.ts';
import type { Account } from '../accounts/account.entity.ts';

interface Row {
  version: HmacSecret['version'];
  ciphertext: HmacSecret['ciphertext'];
  data_key: Account['dataKey'];
}

/** The store's webhook secrets that are accepted now, the current one first. Empty for a store without secrets. */
export async function webhookSecrets(
  { source, ring }: IdentityDependencies,
  accountId: string,
  storeId: string,
): Promise<string[]> {
  const rows = await source.query<Row[]>(
    `
    SELECT h.version, h.ciphertext, a.data_key FROM hmac_secret h JOIN account a USING (account_id)
    WHERE h.account_id = $1 AND h.store_id = $2 AND h.kind = 'webhook'
      AND (h.expires_at IS NULL OR h.expires_at > now())
    ORDER BY h.version DESC`,
    [accountId, storeId],
  );
  return rows.map(({ version, ciphertext, data_key: wrapped }) =>
    openSecret(unwrapDataKey(ring, accountId, wrapped), { accountId, storeId, kind: 'webhook', version }, ciphertext),
  );
}
