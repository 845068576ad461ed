/** Every bound of the identity service, with its unit. */
export const LIMITS = {
  /** One in use and one to change to: rotation without a pause, and no drawer of forgotten keys. */
  activeKeysPerStoreMax: 2,
  keyPrefixCharacters: 14,
  /** A fence against a client that runs wild, not a price plan. */
  rateLimitPerSecondDefault: 100_000,
  rateLimitPerSecondMax: 10_000_000,
  keysListedMax: 100,
  /** How long the secret before the current one is still accepted. */
  previousSecretMs: 24 * 3_600_000,
  pepperCharactersMin: 32,
  /** A key's last use is written at most this often; between writes it costs nothing. */
  lastUsedEveryMs: 60_000,
  lastUsedFlushMs: 1_000,
  lastUsedPendingMax: 10_000,
} as const;
