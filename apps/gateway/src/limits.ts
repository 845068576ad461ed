/** Every bound of the gateway, with its unit. */
export const LIMITS = {
  /** One usage event, and every other body: a JSON object that a person could read. */
  bodyBytesMax: 64 * 1024,
  /** 1,000 events of about 1 KB. */
  batchBodyBytesMax: 1024 * 1024,
  /** 10,000 events of some 400 bytes. */
  bulkBodyBytesMax: 4 * 1024 * 1024,
  /** A shipment of 250 packages (§2.3). */
  shipmentBodyBytesMax: 1024 * 1024,
  /** A customer's form has a few short fields. */
  formBytesMax: 8 * 1024,
  /** A meter id of 255 bytes, each percent-encoded, fits twice. */
  pathCharactersMax: 2_048,
  /** Silence on a connection with a request under way; longer than any upstream's time to answer. */
  socketIdleMs: 60_000,

  apiKeyCharactersMax: 256,
  accountIdCharactersMax: 128,
  /** An access token has some 500. */
  tokenCharactersMax: 4_096,
  /** Tokens whose signature was verified once: about 1 KB each. */
  cachedTokensMax: 10_000,
  /** A revoked key must be refused within 5 s even when nobody tells the gateway: what it knows of a key dies earlier. */
  keyUsableMs: 4_000,
  /** From this age on a key in use is asked for again in the background, so that no request waits for identity. */
  keyRefreshMs: 2_000,
  keyRefusedMs: 1_000,
  /** Pause after identity could not be asked, so that a flood of requests does not become a flood of attempts. */
  identityPauseMs: 250,
  identityTimeoutMs: 2_000,
  identityConnectionsMax: 16,
  identityLookupsMax: 1_000,
  /** Readiness trusts an answer of identity this long before it asks again. */
  identityHeardMs: 10_000,
  cachedKeysMax: 10_000,
  cachedRefusalsMax: 10_000,

  /** The bucket of a key holds this many seconds of its rate. */
  burstSeconds: 2,
  bucketsMax: 50_000,
  /** Open doors, each kind counted by itself: what one network (an address, of IPv6 a /64) may send. A city may browse from one address. */
  openRequestsPerSecond: 200,
  /** Unknown keys that one client address may try: guessing must not flood identity. */
  failedAuthenticationsPerSecond: 50,

  connectTimeoutMs: 2_000,
  upstreamTimeoutMs: 30_000,
  upstreamConnectionsMax: 64,
  /** Calls to one service under way or waiting for a connection; more are refused at once. */
  upstreamCallsMax: 1_000,

  openApiTimeoutMs: 2_000,
  openApiBytesMax: 1024 * 1024,
  openApiFreshMs: 60_000,
  /** A service that was away may be back soon. */
  openApiIncompleteMs: 5_000,

  groupCallsMax: 2,
  groupEventsMax: 500,
  groupBytesMax: 1024 * 1024,
  groupAnswerBytesMax: 8 * 1024 * 1024,
  groupQueueEventsMax: 5_000,
  groupQueueBytesMax: 64 * 1024 * 1024,
  /** Events that have waited longer are refused unsent: their client may safely send them again. */
  groupWaitMs: 10_000,
} as const;
