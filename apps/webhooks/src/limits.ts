/** Every bound of the webhooks service, with its unit. What an operator may set is in settings.ts. */
export const LIMITS = {
  urlCharactersMax: 2_048,
  /** What waits for an endpoint is counted exactly up to here; a page must not read millions of rows. */
  countedMax: 100_000,
  descriptionCharactersMax: 500,
  eventTypesMax: 100,
  customHeadersMax: 20,
  customHeaderBytesMax: 4_096,
  rateLimitPerSecondMax: 100_000,
  concurrencyMax: 1_000,
  endpointsPerStoreMax: 10_000,
  /** A secret before the current one signs beside it for so long. */
  secretOverlapMs: 24 * 3_600_000,
  previousSecretsMax: 5,
  /** Dispatch lanes of a deployment: the most dispatchers that can share the work. */
  lanes: 16,
  /** An event that became true this long before an endpoint was made is still delivered to it: clocks of machines differ. */
  clockSkewMs: 60_000,
  /** Rows that one page of a filtered list looks at; a page with few hits ends there and tells where to go on. */
  deliveriesLookedAtMax: 20_000,
  attemptsShownMax: 200,
  /** Bodies in one answer of catch-up; one event at least. */
  catchUpBytesMax: 4 * 1024 * 1024,
  /** Dead letters that one request may send again, and how many in one transaction. */
  redriveMax: 10_000,
  redrivePageMax: 500,
  /** A count looks at so many rows, and says when there are more. */
  countedRowsMax: 250_000,
  replaysRunningPerEndpointMax: 5,
  replayRatePerSecondDefault: 100,
  replayRatePerSecondMax: 5_000,
  replayPageMax: 500,
  replayLookedAtMax: 5_000,
  /** With so many deliveries waiting for their endpoint, a replay waits too. */
  replayWaitingMax: 1_000,
  replayPollMs: 500,
  replayStopMs: 3_000,
  partitionDaysAhead: 2,
  /** After a standstill, partitions are made for so many of its days; older events share the default one. */
  partitionGapDaysMax: 31,
  retentionEveryMs: 3_600_000,
  /** After a round that could not finish: a lock was busy, or deliveries of the day still wait. */
  retentionAgainMs: 60_000,
  retentionRowsPerDeleteMax: 5_000,
  retentionStopMs: 3_000,
} as const;
