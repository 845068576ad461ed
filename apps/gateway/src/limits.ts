/** Every bound of the gateway, with its unit. */
export const LIMITS = {
  /** A usage event, and every body without a limit of its own. */
  bodyBytesMax: 64 * 1024,
  /** 1,000 events of about 1 KB. */
  batchBodyBytesMax: 1024 * 1024,
  /** 10,000 events of about 400 bytes. */
  bulkBodyBytesMax: 4 * 1024 * 1024,
  /** A shipment of 250 packages (§2.3). */
  shipmentBodyBytesMax: 1024 * 1024,
  /** 10,000 shipments of about 800 bytes. */
  shipmentBulkBodyBytesMax: 8 * 1024 * 1024,
  /** A form has a few short fields. */
  formBytesMax: 8 * 1024,
  /** Twice the length of a meter id of 255 bytes, each percent-encoded. */
  pathCharactersMax: 2_048,
  /** Silence on a connection with a request under way. Longer than the time-out of any upstream. */
  socketIdleMs: 60_000,

  apiKeyCharactersMax: 256,
  accountIdCharactersMax: 128,
  /** An access token has about 500. */
  tokenCharactersMax: 4_096,
  /** Verified tokens, about 1 KB each. */
  cachedTokensMax: 10_000,
  /** A revoked key is refused within this time, also without any notification: a cached answer is not used longer. */
  keyUsableMs: 4_000,
  /** From this age on, a key in use is refreshed in the background, so that no request waits for identity. */
  keyRefreshMs: 2_000,
  keyRefusedMs: 1_000,
  /** Pause after identity was unavailable, so that a flood of requests does not become a flood of lookups. */
  identityPauseMs: 250,
  identityTimeoutMs: 2_000,
  identityConnectionsMax: 16,
  identityLookupsMax: 1_000,
  /** Readiness relies on an answer of identity this long before it sends a probe. */
  identityReachableMs: 10_000,
  cachedKeysMax: 10_000,
  cachedRefusalsMax: 10_000,

  /** A session that ended is refused within this time, in every gateway. */
  sessionUsableMs: 2_000,
  sessionRefreshMs: 1_000,
  sessionTokenCharactersMax: 64,
  csrfTokenCharactersMax: 64,
  /** Sign-ins and the like of one network: a person types, and each costs a slow hash. */
  signInsPerSecond: 5,
  /** The built portal: what a gateway keeps of it in memory. */
  portalFilesMax: 1_000,
  portalBytesMax: 32 * 1024 * 1024,
  portalAssetSeconds: 31_536_000,

  /** The bucket of a key holds this many seconds of its rate. */
  burstSeconds: 2,
  bucketsMax: 50_000,
  /**
   * What one network (an IPv4 address or an IPv6 /64) may send without a key to each kind of route. A whole city may
   * share one address.
   */
  anonymousRequestsPerSecond: 200,
  /** Unknown keys that one network may try: guesses must not flood identity. */
  failedAuthenticationsPerSecond: 50,

  /** Refused signatures of one key whose mistake is searched. The search takes up to 15 ms of CPU. */
  explainedSignaturesPerSecond: 2,
  /** Larger bodies are refused without a search. */
  explainedBodyBytesMax: 8 * 1024,

  connectTimeoutMs: 2_000,
  upstreamTimeoutMs: 30_000,
  upstreamConnectionsMax: 64,
  /** Calls to one service that are under way or wait for a connection. Further calls are refused at once. */
  upstreamCallsMax: 1_000,

  openApiTimeoutMs: 2_000,
  openApiBytesMax: 1024 * 1024,
  openApiFreshMs: 60_000,
  /** Shorter, because an unavailable service may be back soon. */
  openApiIncompleteMs: 5_000,

  groupCallsMax: 2,
  groupEventsMax: 500,
  groupBytesMax: 1024 * 1024,
  groupAnswerBytesMax: 8 * 1024 * 1024,
  groupQueueEventsMax: 5_000,
  groupQueueBytesMax: 64 * 1024 * 1024,
  /** Events that waited longer are refused before they are sent, so their clients may safely send them again. */
  groupWaitMs: 10_000,
} as const;
