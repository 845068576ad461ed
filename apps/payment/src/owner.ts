/** The account, store and mode that own a row; a principal acts for one owner. */
export interface Owner {
  accountId: string;
  storeId: string;
  mode: string;
}

export function ownerOf(row: { account_id: string; store_id: string; mode: string }): Owner {
  return { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
}
