/** Every limit of the metering service, with its unit. Reasons: docs/decisions/0007. */
export const LIMITS = {
  eventBytesMax: 64 * 1024,
  batchEventsMax: 1_000,
  bulkEventsMax: 10_000,
  eventIdBytesMax: 255,
  meterIdBytesMax: 255,
  nameCharactersMax: 255,
  fieldCharactersMax: 255,
  groupByFieldsMax: 4,
  /** A group's value is part of a rollup's key. A longer value is free text, not a dimension. */
  groupValueBytesMax: 200,
  filterClausesMax: 50,
  filterDepthMax: 5,
  /** Clocks differ: usage may be this far ahead of this service's clock. */
  futureMsMax: 5 * 60_000,
  /** A timestamp before this year comes from a broken clock. */
  yearMin: 2000,
  yearMax: 9999,
  /** Rows of one accepting statement. */
  acceptEventsMax: 1_000,
  /** Concurrent accepting statements in one process: one fills while the other commits. */
  acceptStatementsMax: 2,
  /** More waiting events are refused with 503: a longer queue would only answer later. */
  acceptQueueEventsMax: 20_000,
  /** One account can fill half of the queue: the others still find room. */
  acceptQueueAccountEventsMax: 10_000,
  /** Payloads of one accepting statement, and of what waits: a payload can have 64 KiB. A larger batch is alone. */
  acceptBytesMax: 4 * 1024 * 1024,
  acceptQueueBytesMax: 32 * 1024 * 1024,
  acceptQueueAccountBytesMax: 16 * 1024 * 1024,
  cachedMetersMax: 20_000,
  /** A meter that is unknown or inactive is looked up this often in this time, and then answered from memory. */
  missingMeterLooksMax: 20,
  missingMeterMs: 1_000,
  queryWindowsMax: 10_000,
  queryRowsMax: 100_000,
  /** Stored events that a query may read one by one: minutes, and bounds within a quarter of an hour. */
  queryEventsMax: 5_000_000,
  /** Connections for queries and lists of events in one process. Ingestion, readiness and changes have their own. */
  readersMax: 4,
  readTimeoutMs: 10_000,
  /** All versions are loaded with their meter. A filter that changes daily is data, not a definition. */
  meterVersionsMax: 1_000,
  planMetersMax: 20,
  customerReferenceCharactersMax: 255,
  /** An impact lists this many items; the totals count all of them. */
  impactItemsMax: 100,
  subscriptionsPerStatementMax: 2_000,
  eventsPerOutboxRowMax: 500,
  closeRowsPerStatementMax: 500,
  closeEveryMs: 60_000,
  closeFirstMs: 2_000,
  /** Bulks that one statement deletes, and their results together; a larger bulk is deleted alone. */
  bulksPerDeleteMax: 1_000,
  bulkResultsPerDeleteMax: 5_000,
  /** A query ends within this time after it has read which quarters are kept. */
  quartersReadMsMax: 60_000,
} as const;
