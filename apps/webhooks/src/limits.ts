/** Every bound of the webhooks service, with its unit. Settings of the operator are in settings.ts. */
export const LIMITS = {
  urlCharactersMax: 2_048,
  /** Waiting deliveries of an endpoint are counted exactly up to here: a request must not read millions of rows. */
  countedMax: 100_000,
  descriptionCharactersMax: 500,
  eventTypesMax: 100,
  customHeadersMax: 20,
  customHeaderBytesMax: 4_096,
  rateLimitPerSecondMax: 100_000,
  concurrencyMax: 1_000,
  endpointsPerStoreMax: 10_000,
  /** A replaced secret signs beside the current one for this time. */
  secretOverlapMs: 24 * 3_600_000,
  previousSecretsMax: 5,
  /** Shares of the endpoints: the most dispatchers that can share the work. */
  endpointPartitions: 16,
  /** An event this much older than its endpoint is still delivered to it: clocks of machines differ. */
  clockSkewMs: 60_000,
  /** Rows that one page of a filtered list reads. A page with few matches ends there and has a cursor to continue. */
  deliveriesReadMax: 20_000,
  attemptsShownMax: 200,
  /** Attempts of one delivery, resends included. The column counts to 32,767. */
  attemptsMax: 10_000,
  /** Retries that one statement ends or makes due. */
  retriesChangedAtOnceMax: 5_000,
  /** Keys of waiting deliveries that one statement reads, one row each. */
  keysReadAtOnceMax: 5_000,
  /** Keys of waiting deliveries that a process knows by name, of one endpoint: some 100 bytes each. */
  waitingKeysMax: 10_000,
  /** Rows that one step of a count reads, and how often it makes a step. */
  backlogRowsPerStepMax: 50_000,
  backlogStepEveryMs: 1_000,
  /** Between the begins of two counts. */
  backlogEveryMs: 10_000,
  /** Bodies in one answer of catch-up, which has at least one event. */
  catchUpBytesMax: 4 * 1024 * 1024,
  /** Dead letters that one request may send again, and how many in each transaction. */
  redriveMax: 10_000,
  redrivePageMax: 500,
  /** A count reads at most this many rows, and says when there are more. */
  countedRowsMax: 250_000,
  replaysRunningPerEndpointMax: 5,
  replayRatePerSecondDefault: 100,
  replayRatePerSecondMax: 5_000,
  replayPageMax: 500,
  replayRowsReadMax: 5_000,
  /** A replay waits while this many deliveries wait for its endpoint. */
  replayWaitingMax: 1_000,
  replayPollMs: 500,
  replayStopMs: 3_000,
  /** Event types that a store registers, and the size of each with its sample. */
  ownTypesPerStoreMax: 500,
  ownTypeBytesMax: 16_384,
  schemaDepthMax: 16,
  /** The body of an event that a merchant publishes. */
  ownEventBytesMax: 32_768,
  filtersPerEndpointMax: 20,
  filterValuesMax: 100,
  filterTextCharactersMax: 255,
  /** Deliveries that one fan-out writes; an event of which there are more is alone, and has at most 10,000. */
  fanOutRowsMax: 20_000,
  /** Events of one fan-out statement, which takes some 40 µs for each event and delivery under the endpoints' locks. */
  fanOutEventsMax: 1_000,
  partitionDaysAhead: 2,
  /** After a standstill, this many of its days get partitions; older events share the default partition. */
  partitionGapDaysMax: 31,
  retentionEveryMs: 3_600_000,
  /** Between rounds. A round may be unable to finish: a lock is busy, or deliveries of the day still wait. */
  retentionPollMs: 60_000,
  /** In one transaction, each with an event of about 600 bytes. */
  retriesExpiredAtOnceMax: 500,
  retentionStopMs: 3_000,
} as const;
