/**
 * The company and store that a row belongs to, and the mode that it was written in. A principal has these fields too.
 */
export interface Owner {
  accountId: string;
  storeId: string;
  mode: string;
}

/** An owner, and the key that a person of it uses. */
export interface Person extends Owner {
  keyId: string;
}
