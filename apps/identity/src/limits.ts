/** Every limit of the identity service, with its unit. */
export const LIMITS = {
  /** One in use and one to rotate to: rotation without a gap, and no collection of forgotten keys. */
  activeKeysPerStoreMax: 2,
  /** Keys that have `payments:resolve`: two for two persons, and two to rotate to. */
  reviewKeysPerStoreMax: 4,
  keyPrefixCharacters: 14,
  /** A protection against a client in a loop, not a price plan. */
  rateLimitPerSecondDefault: 100_000,
  rateLimitPerSecondMax: 10_000_000,
  keysListedMax: 100,
  /** How long the previous secret is still accepted. */
  previousSecretMs: 24 * 3_600_000,
  /** Enough for a client for each warehouse, shop and carrier's portal, in a list that a person can read. */
  serviceAccountsPerStoreMax: 10,
  serviceAccountsListedMax: 100,
  clientNameCharactersMax: 100,
  /** One in use and one to rotate to, as for keys. */
  liveSecretsPerClientMax: 2,
  secretsListedPerClientMax: 10,
  /** For a client id, a secret, a company code or a list of scopes. */
  tokenParameterCharactersMax: 256,
  tokenBodyBytesMax: 8 * 1024,
  accessTokenSecondsDefault: 3_600,
  /** Tokens with a shorter life would be requested more often than they are used. */
  accessTokenSecondsMin: 60,
  accessTokenSecondsMax: 86_400,
  /** A client with a wrong secret in its settings may fail this often. Each further failure doubles the pause. */
  freeLoginFailures: 5,
  loginPauseSecondsMin: 1,
  /**
   * Allows about a hundred guesses a day from one network, against 256 bits. A longer pause would only hit the owner.
   */
  loginPauseSecondsMax: 900,
  /** Failures are forgotten after this time without a new one. */
  loginFailureMemorySeconds: 3_600,
  /** Each failure deletes this many forgotten rows: more than it adds, so the table shrinks again. */
  failuresSweptPerFailure: 2,
  /** Verifiers and proxies may cache the public keys for this time. */
  jwksSeconds: 300,
  /** A new key is published this long before it signs: twice the time for which verifiers may cache the keys. */
  tokenKeyLeadSeconds: 600,
  /** How long a key stays after its last token has expired: for clock skew, and for replicas that switch late. */
  tokenKeySlackSeconds: 120,
  /** How long a replica uses the keys it has read. */
  tokenKeysFreshMs: 2_000,
  pepperCharactersMin: 32,
  /** An office shares one address, and a few of its persons forget their passwords every Monday. */
  freeSignInsPerNetwork: 50,
  /** Of one person from all networks in which the person did not sign in before. */
  freeSignInsPerPerson: 20,
  /** Others can cause these two pauses, so they are short: 1,440 guesses a day. */
  sharedPauseSecondsMax: 60,
  /** An attempt adds three rows at most. */
  attemptsSweptPerAttempt: 6,
  emailCharactersMax: 254,
  personNameCharactersMax: 100,
  /** Enough for a sentence; Argon2 reads all of it. */
  passwordCharactersMax: 256,
  /** Each takes a thread of four and 19 MiB for about 30 ms. */
  passwordHashesMax: 2,
  /** A wait of about a second. Further ones are refused at once. */
  passwordHashesWaitingMax: 64,
  /** A session that is not used ends after a working day, and every session after a week. */
  sessionIdleSeconds: 12 * 3_600,
  sessionSeconds: 7 * 86_400,
  /** Between the password and the code of the second factor. */
  secondFactorSeconds: 300,
  /** The last use of a session is written at most this often. */
  sessionUsedEverySeconds: 60,
  /** How long an ended session stays in the list of where a person signed in. */
  endedSessionsKeptSeconds: 30 * 86_400,
  /** Each sign-in deletes this many forgotten rows: more than it adds, so the table shrinks again. */
  sessionsSweptPerSignIn: 4,
  userAgentCharactersMax: 256,
  networkCharactersMax: 64,
  /** What one person's pages may send; a page opens with about ten requests. */
  personRequestsPerSecond: 50,
  accountsListedPerPersonMax: 100,
  storesListedMax: 1_000,
  /** A key's last use is written at most this often. */
  lastUsedEveryMs: 60_000,
  lastUsedFlushMs: 1_000,
  lastUsedPendingMax: 10_000,
} as const;
