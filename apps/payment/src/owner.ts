/** The account, store and mode that own a row; a principal acts for one owner. */
export interface Owner {
  accountId: string;
  storeId: string;
  mode: string;
  /** The key that asks, where a request does. */
  keyId?: string;
}

/** Who requested an operation: its API key. */
export function requesterOf({ keyId }: Owner): string {
  return keyId ?? 'merchant';
}

export function ownerOf(row: { account_id: string; store_id: string; mode: string }): Owner {
  return { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
}
