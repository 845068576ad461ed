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
  /** Warehouses, shops, a carrier's portal: a client each, and a list that a person can read. */
  serviceAccountsPerStoreMax: 10,
  serviceAccountsListedMax: 100,
  clientNameCharactersMax: 100,
  /** One in use and one to change to, as of keys. */
  liveSecretsPerClientMax: 2,
  secretsListedPerClientMax: 10,
  /** A client id, a secret, a company code, a list of scopes. */
  tokenParameterCharactersMax: 256,
  tokenBodyBytesMax: 8 * 1024,
  accessTokenSecondsDefault: 3_600,
  /** Shorter ones would be asked for more often than they are used. */
  accessTokenSecondsMin: 60,
  accessTokenSecondsMax: 86_400,
  /** A machine with a wrong secret in its settings is forgiven this often; from then on each failure pauses twice as long as the one before. */
  freeGuesses: 5,
  guessPauseSecondsMin: 1,
  /** Some hundred guesses a day and network, at 256 bits. Longer would punish the owner who mends his settings. */
  guessPauseSecondsMax: 900,
  /** Failures are forgotten after so long without one. */
  guessMemorySeconds: 3_600,
  /** Rows of forgotten failures that each new one takes away: more than it adds, so the table ends where the guessing does. */
  guessesSweptPerGuess: 2,
  /** Anybody may keep the public keys so long. */
  jwksSeconds: 300,
  /** A new key is published so long before it signs: twice what the slowest verifier may be behind. */
  tokenKeyLeadSeconds: 600,
  /** After a key's last token has expired: the skew that verifiers allow, and replicas that change over a moment late. */
  tokenKeySlackSeconds: 120,
  /** A replica looks for other keys so often. */
  tokenKeysFreshMs: 2_000,
  pepperCharactersMin: 32,
  /** A key's last use is written at most this often; between writes it costs nothing. */
  lastUsedEveryMs: 60_000,
  lastUsedFlushMs: 1_000,
  lastUsedPendingMax: 10_000,
} as const;
