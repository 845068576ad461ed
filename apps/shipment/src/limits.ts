/** Every bound of the shipment service, with its unit. */
export const LIMITS = {
  textCharactersMax: 250,
  longTextCharactersMax: 1_000,
  /** Of a number as it is written: more digits than any amount, weight or place has. */
  numberCharactersMax: 40,
  packagesMax: 250,
  itemsPerPackageMax: 500,
  quantityMax: 1_000_000,
  weightKgMax: 1_000_000n as bigint,
  /** Of 16 digits: sums of a full shipment stay far below a bigint column. */
  amountMinorMax: 10n ** 15n,
  metadataBytesMax: 16 * 1024,
  violationsMax: 100,
  /** Bodies of one inserting statement, such statements under way at once in one process, and what may wait: more are refused with 503. */
  createGroupCharactersMax: 512 * 1024,
  createGroupsMax: 2,
  createWaitingCharactersMax: 16 * 1024 * 1024,
  /** A label that is not drawn by then is not waited for. */
  labelTimeoutMs: 20_000,
  labelsQueuedMax: 1_000,
  labelWorkers: 1,
  labelLinesMax: 6,
  /** Of one shipment, the newest. A parcel has some ten. */
  historyShownMax: 1_000,
  /** A label's address opens it for so long. */
  awbUrlMs: 24 * 3_600_000,
} as const;

/** How couriers are asked. */
export const COURIER = {
  /** A call has this long; then its outcome is unknown and looked up. */
  callTimeoutMs: 10_000,
  /** Longer than a call with its answer's commit: a process that died is found by it. */
  leaseMs: 20_000,
  againMs: 1_000,
  againMsMax: 60_000,
  /** Some 10 minutes of silence: a person's turn. */
  triesUntilAlarm: 15,
  asksAtOnce: 16,
  pollsAtOnce: 8,
  restMs: 250,
  /** Rounds begin so far apart at least, however often the loop is woken. */
  roundEveryMs: 20,
  /** Less than restMs: a round that nobody woke looks for scans. */
  pollRestMs: 200,
  restFullMs: 2_000,
  forgetEveryMs: 60_000,
  callbackBytesMax: 256 * 1024,
} as const;
