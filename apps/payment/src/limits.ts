/** Every bound of the payment service, with its unit. Operators' settings are in settings.ts. */
export const LIMITS = {
  /** The largest amount. With the currency's decimals, 12 digits stay exact in every language's double. */
  amountMinorMax: 999_999_999_999n,
  textCharactersMax: 500,
  descriptionCharactersMax: 1_000,
  urlCharactersMax: 2_048,
  orderReferenceCharactersMax: 255,
  storeNameCharactersMax: 80,
  searchCharactersMax: 200,
  queuedOperationsShown: 500,
  metadataBytesMax: 16 * 1_024,
  metadataKeysMax: 50,
  /** The life of a customer's page and of its intent. */
  pageMs: 30 * 60_000,
  /** For this long after the first visit that leads to the store, a visit leads there too. */
  returnMs: 2 * 60_000,
  /** For this long after its end, a page shows a receipt. */
  receiptMs: 24 * 3_600_000,
  /** A setup of a wallet token whose answer was lost is inquired for this long after its page has ended. */
  setupUndecidedMs: 24 * 3_600_000,
  /** The life of a payment link: the default, and the bounds of what a merchant may set. */
  linkMs: 24 * 3_600_000,
  linkMinutesMin: 5,
  linkMinutesMax: 7 * 1_440,
  /**
   * Intents per insert statement, concurrent statements per process, and waiting creates. More creates are refused with
   * 503.
   */
  createsPerGroupMax: 200,
  createGroupsMax: 2,
  createsWaitingMax: 2_000,
  /** Tries by card or wallet on one page. A fallback to another provider belongs to the same try. */
  triesMax: 5,
  /**
   * Providers per try, and the time for all of them. It stays below the 30 s after which our gateway answers the
   * caller.
   */
  gatewaysPerTryMax: 4,
  tryMsMax: 25_000,
  /** An authorisation that is not captured is voided after this time. */
  authorisedMs: 7 * 86_400_000,
  /** After a declined void of what captures have left, or a late capture, the next void waits for this. */
  voidGapMs: 3_600_000,
  otpMs: 120_000,
  otpWrongMax: 3,
  otpResendsMax: 3,
  otpResendGapMs: 30_000,
  identityWrongMax: 3,
  pinWrongMax: 3,
  /** For this long the wallet may be judging a try. Longer than the deadline of a call to it. */
  tryLeaseMs: 12_000,
  tokensPerPhoneMax: 5,
  /** The wallet is asked this often to revoke its own token, at gaps that grow to this: about an hour in all. */
  tokenRevokeTriesMax: 10,
  tokenRevokeGapMsMax: 600_000,
  hardDeclinesMax: 3,
  /** Cards of one customer. A new one takes the place of the oldest. */
  savedCardsPerCustomerMax: 20,
  customerReferenceCharactersMax: 200,
  rulesPerStoreMax: 100,
  gatewaysPerRuleMax: 10,
  labelsPerRuleMax: 50,
  dryRunIntentsMax: 1_000,
  callbackBytesMax: 64 * 1_024,
  formBytesMax: 8 * 1_024,
  settlementRowsMax: 100_000,
  /** Of a decision in manual review: what it relies on, and who decides. */
  evidenceCharactersMax: 2_000,
  personCharactersMax: 200,
  /** For this long, adjustments of a gateway's books by one key are added up for the limit of the second key. */
  gatewayAdjustmentsSummedMs: 30 * 86_400_000,
  /** A settlement file: below what the gateway forwards, with room for the quotes of JSON. */
  settlementFileCharactersMax: 3_500_000,
  settlementImportRowsMax: 25_000,
  /** Lines in one transaction of an import. */
  settlementLinesPerPart: 500,
  /** The largest amount of a line, in minor units. A payout sums many payments. */
  settledMinorMax: 1_000_000_000_000_000n,
  /** Postings without a line that one import makes exceptions of; the next import goes on. */
  missingPostingsPerImport: 1_000,
  /** Transactions of the period of a report, and the groups that it shows. */
  reportTransactionsMax: 200_000,
  reportGroupsMax: 1_000,
  /** Inconsistencies of each kind that a check of the books shows. */
  imbalancesShown: 100,
  settlementReferencesMax: 8,
  settlementKindsMax: 100,
  settlementNoteCharactersMax: 1_000,
} as const;

/** How gateways are measured, and when one is left alone. */
export const ROUTING = {
  /** Technical failures in a row after which no new payment is sent to a gateway. */
  failuresToOpen: 5,
  /** A failure this long after the one before begins a new row of them. */
  failuresTogetherMs: 10 * 60_000,
  /** The first opening; each further one in a row lasts twice as long, up to the longest. */
  openMs: 30_000,
  openMsMax: 10 * 60_000,
  /** The one payment that tries a half-open gateway has this long before another one may. Above a call's deadline. */
  probeMs: 15_000,
  /** After this time a payment counts half in the success rate. */
  scoreHalfLifeMs: 3 * 86_400_000,
  /** What all gateways show counts like this many payments of one of them. */
  usualWeight: 20,
  /** Rates that differ by less than one step are equal. */
  rateSteps: 1_000,
  /** Of the payments that are ordered by success rate, these go to another gateway first, to measure it. */
  explorePercent: 5,
  /** Rows that were not changed for this long no longer count: ten half-lives. */
  scoreKeptMs: 30 * 86_400_000,
  prunedAtOnceMax: 10_000,
  pruneEveryMs: 3_600_000,
  /** Counts in memory, by gateway, method and BIN, until the next batch. */
  pendingScoresMax: 10_000,
  flushEveryMs: 1_000,
  flushGapMsMax: 30_000,
  /** How long a process may use what it has read of a store, and of how many stores. */
  readEveryMs: 1_000,
  cachedStoresMax: 10_000,
  /** The latest transactions whose fees say what a gateway costs, and how often they are summed. */
  measuredTransactions: 2_000,
  measureEveryMs: 10 * 60_000,
  costsPerStoreMax: 100,
} as const;

/** Payment links. */
export const LINKS = {
  prefixCharactersMax: 100,
  typedCharactersMax: 32,
  intentsShown: 50,
  /** Payments that one link may begin within the life of a page. */
  startedMax: 1_000,
} as const;

/** Scheduled reports. */
export const REPORTS = {
  schedulesPerStoreMax: 10,
  /** A file is made this long after its period has ended, so that no transaction of it is still under way. */
  afterPeriodMs: 10 * 60_000,
  keptMs: 30 * 86_400_000,
  everyMs: 60_000,
} as const;

/** Settlements that are read by a gateway's API. */
export const FEEDS = {
  everyMs: 6 * 3_600_000,
  /** How often a process looks for a feed that is due. */
  lookEveryMs: 5_000,
  /** One import covers at most this much time; a longer one is several imports. */
  periodMsMax: 31 * 86_400_000,
  /** Read again by the next import: what a gateway books with an earlier time. A repeat changes nothing. */
  overlapMs: 3_600_000,
  /** How far back a store may read again. */
  rereadMsMax: 2 * 366 * 86_400_000,
  /** Pages of one store in a row, before the next one has its turn. */
  pagesPerTurn: 20,
  /** Another process takes over a feed whose process has not stored a page for this long. */
  leaseMs: 60_000,
  backoff: { firstMs: 60_000, maxMs: 6 * 3_600_000 },
  errorCharactersMax: 500,
} as const;

/** Disputes of payments. */
export const DISPUTES = {
  /** When a reminder of the evidence is sent, before it is due. */
  remindersMs: [7 * 86_400_000, 3 * 86_400_000, 86_400_000],
  /** After an answer whose result is not known, the gateway is asked. */
  inquireAfterMs: 15_000,
  inquireGapMsMax: 3_600_000,
  /** How often an answer is sent that the gateway does not show. After that the dispute waits for another one. */
  answerTimesMax: 5,
  /** An answer of which the gateway says nothing for this long ends, and its evidence is erased. */
  answerMsMax: 3 * 86_400_000,
  everyMs: 10_000,
  perRoundMax: 20,
  /** What a merchant sends to the bank. */
  evidenceCharactersMax: 20_000,
  stepsMax: 50,
  referenceCharactersMax: 200,
  reasonCharactersMax: 500,
} as const;

/** When an unknown operation is inquired, and when it goes to manual review. */
export const INQUIRY = {
  /** The timeout of a call to a provider. After it the result is unknown. */
  callTimeoutMs: 10_000,
  /** The deadline of everything that one call of an adapter does. Below `notFoundProvesAfterMs`. */
  callDeadlineMs: 11_000,
  firstMs: 15_000,
  /** The gaps between inquiries grow up to this. */
  gapMsMax: 60_000,
  /** "Not found" proves that nothing was charged only when no call can still be under way. */
  notFoundProvesAfterMs: 12_000,
  /** The first inquiry after a lost reply while the customer watches the page. */
  soonMs: 3_000,
  /** A callback whose timestamp is further away than this, in either direction, is rejected. */
  callbackAgeMsMax: 300_000,
  /** An operation that is unknown for this long goes to manual review. */
  reviewAfterMs: 14 * 60_000,
  /** A provider that says "pending" is asked after a quarter of the time since then, up to this. */
  pendingGapMsMax: 4 * 3_600_000,
  everyMs: 1_000,
  /** The rest after a round that found as much as it may take. */
  againMs: 10,
  /** Items of one kind that one gateway's loop works on at once, in each process. */
  perRoundMax: 20,
  /** An inquiry that is due for this long is overdue: its gateway answers more slowly than work arrives. */
  overdueMs: 60_000,
} as const;

/** Gateways that stores connect, and what is kept of their calls. */
export const GATEWAYS = {
  /** How long a change of a connection in another process may go unseen. */
  connectionUsableMs: 4_000,
  cachedStoresMax: 10_000,
  /** Adapters in memory. One that is not there is built from its row again. */
  cachedConnectionsMax: 1_000,
  credentialCharactersMax: 500,
  /** Calls that no operation matched. */
  callbacksKeptMs: 90 * 86_400_000,
  retentionEveryMs: 60_000,
  callbackAnswerBytesMax: 4 * 1_024,
  /** Connections of a process to Stripe, for all stores. */
  stripeSocketsMax: 64,
  /** Payments that one inquiry reads to find one without a known reference. The next inquiry goes on where it ended. */
  paymentsSearchedMax: 1_000,
  /** An inquiry starts no other page of them after this time. With one more request below `INQUIRY.callDeadlineMs`. */
  paymentsSearchMs: 5_000,
  /**
   * A gateway without idempotency keys may still work on a request for this long. Until then what it does not show is
   * unknown, and is not requested again. Below `INQUIRY.reviewAfterMs`.
   */
  unkeyedRepeatAfterMs: 120_000,
  /** A request without a key is sent within this time of its note, or not at all. Well below `unkeyedRepeatAfterMs`. */
  unkeyedRequestWithinMs: 30_000,
  /**
   * A customer may still be at their bank this long after Moyasar's page has ended. Challenges of 3-D Secure end within
   * minutes; a payment that is not decided then has been given up.
   */
  authenticationAfterPageMs: 30 * 60_000,
  /** Different lines without an id that a reader of a settlement remembers, to number those that are alike. */
  settlementAlikeLinesMax: 500,
} as const;

/**
 * How long an operation may be pending, as the provider itself says, before it goes to manual review. Refunds by
 * transfer take banking days. A payment has no such time: its customer waits.
 */
export const PENDING_MS_MAX = {
  pay: INQUIRY.reviewAfterMs,
  charge: INQUIRY.reviewAfterMs,
  capture: 86_400_000,
  void: 86_400_000,
  refund: 14 * 86_400_000,
  reverse: 14 * 86_400_000,
} as const;

/**
 * When a refused capture of a payment that is captured automatically is requested again. After the last one the payment
 * has failed. The customer waits for its end, so it comes within a working day.
 */
export const CAPTURE_GAPS_MS: readonly number[] = [60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000];

/** When a refused return of late money is requested again. After the last one a person must look. */
export const REVERSAL_GAPS_MS: readonly number[] = [
  60_000,
  10 * 60_000,
  3_600_000,
  6 * 3_600_000,
  86_400_000,
  2 * 86_400_000,
];
