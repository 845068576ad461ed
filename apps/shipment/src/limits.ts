/** Every bound of the shipment service, with its unit. */
export const LIMITS = {
  textCharactersMax: 250,
  longTextCharactersMax: 1_000,
  /** Of a number as it is written: no amount, weight or coordinate has more digits. */
  numberCharactersMax: 40,
  packagesMax: 250,
  itemsPerPackageMax: 500,
  quantityMax: 1_000_000,
  weightKgMax: 1_000_000n as bigint,
  /** 16 digits: the sums of a full shipment stay far below a bigint column. */
  amountMinorMax: 10n ** 15n,
  metadataBytesMax: 16 * 1024,
  violationsMax: 100,
  /** Total size of the bodies that one INSERT stores. */
  createBatchCharactersMax: 512 * 1024,
  /** Such INSERTs at once in one process. */
  createBatchesMax: 2,
  /** Total size of the bodies that wait; a further create is refused with 503. */
  createWaitingCharactersMax: 16 * 1024 * 1024,
  /** After this the caller of a label gets a 503. */
  labelTimeoutMs: 20_000,
  labelsQueuedMax: 1_000,
  /** Of one shipment, the newest. A typical parcel has ten. */
  historyShownMax: 1_000,
  pickupParcelsMax: 1_000,
  manifestParcelsMax: 1_000,
  /** Of one close; a further close takes the others. */
  closedParcelsMax: 5_000,
  pickupHoursShownMax: 1_000,
  /** Of one file with labels of several shipments. Its couriers' own files are in memory together. */
  sheetShipmentsMax: 200,
  sheetPagesMax: 300,
  sheetFilesBytesMax: 32 * 1024 * 1024,
  /** How long the address of a label file works. */
  awbUrlMs: 24 * 3_600_000,
} as const;

/** Cash on delivery. */
export const CASH = {
  /** A remittance file: below what the gateway forwards, with room for the quotes of JSON. */
  fileCharactersMax: 3_500_000,
  fileRowsMax: 25_000,
  /** Of one transaction, which locks their parcels. */
  linesPerPart: 200,
  referencesMax: 8,
  kindsMax: 100,
  amountMinorMax: 10n ** 15n,
  /** Rows of totals and of ageing in one answer. */
  totalsRowsMax: 5_000,
  totalsDaysMax: 366,
  /** What the first reading of a courier's API covers; later ones read some days again, because it may add to them. */
  firstReadMs: 31 * 86_400_000,
  rereadMs: 3 * 86_400_000,
  readTimeoutMs: 20_000,
  /** How often a courier's API is read, and again after failures. */
  readEveryMs: 86_400_000,
  readBackoff: { firstMs: 60_000, maxMs: 6 * 3_600_000 },
  /** How often a process looks for a courier that is due. */
  lookEveryMs: 5_000,
  /** After this another process reads a courier whose process died. */
  leaseMs: 300_000,
  errorCharactersMax: 500,
} as const;

/** How couriers are called. */
export const COURIER = {
  /** Time limit of one call; its result is unknown after it and is looked up. */
  callTimeoutMs: 10_000,
  /** Longer than a call with the commit of its result, so that it expires only when the process died. */
  leaseMs: 20_000,
  retryFirstMs: 1_000,
  retryMaxMs: 60_000,
  /** About 10 minutes without an answer: then a person must look at it. */
  attemptsUntilAlarm: 15,
  callsAtOnce: 16,
  /** Of the calls at once, those of one company's account: one that hangs leaves slots to the others. */
  callsOfAccountAtOnce: 8,
  pollsAtOnce: 64,
  /** Of the polls at once, those of one company's account. */
  pollsOfAccountAtOnce: 32,
  /** Of waybills that are asked for one by one, in one poll. */
  waybillsAskedAtOnce: 3,
  /** A parcel that ended is still polled for this time, so often: couriers correct themselves. */
  pollEndedForMs: 5 * 86_400_000,
  pollEndedEveryMs: 12 * 3_600_000,
  /** A lost or cancelled one for longer: it may be found, or carried all the same. */
  pollMissingForMs: 60 * 86_400_000,
  pollMissingEveryMs: 24 * 3_600_000,
  /** A parcel without news for a time is polled after this part of that time. */
  quietPollPart: 1 / 8,
  /** Of one call that proves nothing: they are polled at once. */
  hintedWaybillsMax: 100,
  /** A courier that decides about a cancellation later is asked again after this. */
  cancelPendingMs: 600_000,
  /** Without a look-up only a person can decide; the alarm is not raised again. */
  undecidedMs: 3_600_000,
  restMs: 250,
  /** Rounds start at least this far apart, however often the loop is woken. */
  roundEveryMs: 20,
  /** Less than restMs, so that every round that is not woken early looks for due polls. */
  pollRestMs: 200,
  restFullMs: 2_000,
  deleteExpiredEveryMs: 60_000,
  callbackBytesMax: 256 * 1024,
  /** How far a courier's clock may run ahead of ours. */
  scanAheadMsMax: 15 * 60_000,
  /** How long before its shipment a scan may be: a clock in another time zone. */
  scanBehindMsMax: 86_400_000,
  /** Scans of a shipment that no adapter can read and that are kept; of each, the code and the time. */
  unreadableScansMax: 100,
  unreadableCharactersMax: 100,
} as const;

/** How companies take turns at a courier. */
export const TURNS = {
  /** Companies that one round looks at; the next round goes on behind them. */
  companiesPerRoundMax: 1_000,
  /** How often a process looks for couriers that it does not have any more, and to which calls are owed. */
  removedEveryMs: 10_000,
  removedMax: 1_000,
} as const;

/** Calls of daily work: instructions, pick-ups, manifests. */
export const TASKS = {
  /** Of one courier, in one process. */
  ofCourierAtOnce: 8,
  /** Of these, those of one company's account. */
  ofAccountAtOnce: 4,
  /** About 10 minutes: then a person finds out. */
  triesMax: 15,
  restMs: 500,
  restFailedMsMax: 5_000,
  /** How far ahead a delivery or a pick-up may be asked for. */
  aheadDaysMax: 30,
} as const;

/** Parcels without scans, and the report of what ended. */
export const WATCH = {
  /** Days without a scan, where a company has no rule: couriers scan daily, and customs keep a parcel for days. */
  domesticDays: 3,
  internationalDays: 7,
  daysMax: 90,
  rulesMax: 100,
  restMs: 60_000,
  alarmsPerTransactionMax: 100,
  reportDaysMax: 92,
  reportLinesMax: 1_000,
  /** Labels of cities that one process counts; the others are counted together. */
  metricCitiesMax: 100,
} as const;

/** Short addresses, and the directory that resolves them. */
export const ADDRESSES = {
  /** A create waits no longer than this for the directory. */
  timeoutMs: 1_500,
  /** After a failure the directory is left alone for this long. */
  pauseMs: 30_000,
  inMemoryMax: 10_000,
  inMemoryMs: 3_600_000,
  storedMs: 30 * 86_400_000,
  /** What the directory does not have may be registered tomorrow. */
  unknownStoredMs: 86_400_000,
  answerBytesMax: 64 * 1024,
  textCharactersMax: 200,
} as const;

/** Messages to receivers. */
export const NOTICES = {
  sendTimeoutMs: 10_000,
  /** Longer than a send with the commit of its result. */
  leaseMs: 30_000,
  /** Of one channel, in one process. */
  atOnceMax: 16,
  /** About an hour. */
  triesMax: 10,
  retryFirstMs: 5_000,
  retryMaxMs: 900_000,
  /** After this it is of no use to the receiver. */
  usableMs: 86_400_000,
  /** News of this age is late: after an outage, more of it usually follows. */
  lateMs: 15 * 60_000,
  lateHoldMs: 120_000,
  keptMs: 90 * 86_400_000,
  restMs: 1_000,
  restFailedMsMax: 10_000,
  reasonCharactersMax: 200,
  shownMax: 300,
} as const;

/** Pages of receivers. */
export const TRACKING = {
  storeNameCharactersMax: 80,
  noteCharactersMax: 1_000,
  /** Of one shipment, in all and within 24 hours. */
  reportsMax: 20,
  reportsPerDayMax: 5,
  /** How long a page shows the shipment after its end. */
  openAfterEndMs: 30 * 86_400_000,
  formBytesMax: 8 * 1024,
} as const;

/** Accounts of companies at couriers. */
export const ACCOUNTS = {
  /** After this a change in another process is read. */
  usableMs: 4_000,
  cachedMax: 10_000,
  testTimeoutMs: 15_000,
  credentialsBytesMax: 16 * 1024,
  /** Of what a courier's check of our address is answered. */
  handshakeCharactersMax: 4_096,
  answerBytesMax: 16 * 1024 * 1024,
  documentBytesMax: 4 * 1024 * 1024,
  documentsMax: 20,
  proofFilesMax: 10,
} as const;

/** How couriers are chosen (decision 0030). */
export const SELECTION = {
  rulesMax: 50,
  couriersPerRuleMax: 10,
  /** Of one condition. */
  entriesMax: 200,
  noteCharactersMax: 500,
  /** After this a change of rules in another process is read. */
  usableMs: 4_000,
  cachedRulesMax: 10_000,
  /** Time limit of each courier that is asked for offers. */
  quoteTimeoutMs: 3_000,
  /** What a courier offered is used again for this long. */
  offersUsableMs: 60_000,
  /** After this a courier that did not answer is asked again. */
  silenceUsableMs: 5_000,
  cachedOffersMax: 10_000,
  quotesAtOnceMax: 100,
  whyCharactersMax: 200,
  /** Of a dry run: the newest. */
  dryRunShipmentsMax: 1_000,
  dryRunExamplesMax: 50,
} as const;

/** Files of shipments. */
export const BULK = {
  rowsMax: 10_000,
  /** 8 MiB at the gateway: 10,000 rows of 800 bytes. */
  csvCharactersMax: 8 * 1024 * 1024,
  columnsMax: 500,
  /** Jobs of a company that run or wait. */
  jobsRunningMax: 10,
  /** Rows that one transaction stores; their bodies together have at most `LIMITS.createBatchCharactersMax`. */
  chunkRowsMax: 100,
  /** Rows of a submission that one statement stores. */
  insertRowsMax: 2_000,
  /** Rows whose short addresses are resolved at once. */
  addressRowsAtOnce: 10,
  /** Longer than a chunk with the offers of couriers takes, so that it expires only when the process died. */
  leaseMs: 30_000,
  restMs: 1_000,
  detailsPerRowMax: 20,
  /** After its end a job is kept for this long. */
  keptMs: 30 * 86_400_000,
  deleteEveryMs: 60_000,
  /** Jobs that one statement deletes, with all their rows. */
  deletedJobsMax: 5,
} as const;

/** Quotes of several couriers. */
export const QUOTES = {
  couriersMax: 50,
  offersMax: 200,
} as const;
