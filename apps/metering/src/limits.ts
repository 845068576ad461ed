/** Every bound of the metering service, with its unit. Reasons: docs/decisions/0007. */
export const LIMITS = {
  eventBytesMax: 64 * 1024,
  batchEventsMax: 1_000,
  bulkEventsMax: 10_000,
  eventIdBytesMax: 255,
  meterIdBytesMax: 255,
  nameCharactersMax: 255,
  fieldCharactersMax: 255,
  groupByFieldsMax: 4,
  /** A group's value is part of a rollup's key; a longer one is no dimension but text. */
  groupValueBytesMax: 200,
  filterClausesMax: 50,
  filterDepthMax: 5,
  /** Clocks differ: usage may be this far ahead of ours. */
  futureMsMax: 5 * 60_000,
  /** A stamp before this year is a broken clock, not usage. */
  yearMin: 2000,
  yearMax: 9999,
  /** Rows of one accepting statement. */
  acceptEventsMax: 1_000,
  /** Accepting statements under way at once in one process: one fills while the other commits. */
  acceptStatementsMax: 2,
  /** Waiting events beyond this are refused with 503: a queue that only grows helps nobody. */
  acceptQueueEventsMax: 20_000,
  cachedMetersMax: 20_000,
  queryWindowsMax: 10_000,
  queryRowsMax: 100_000,
  /** Every version is read with its meter, and judged by: a filter that changes daily is data, not a definition. */
  meterVersionsMax: 1_000,
  planMetersMax: 20,
  customerReferenceCharactersMax: 255,
  /** What an impact names one by one; beyond it stands the count. */
  impactItemsMax: 100,
  subscriptionsPerStatementMax: 2_000,
  eventsPerOutboxRowMax: 500,
  closeRowsPerStatementMax: 500,
  /** How long after its grace a period stays open for statements that were judged before and commit after. */
  closeMarginMs: 60_000,
  closeEveryMs: 60_000,
  closeFirstMs: 2_000,
} as const;
