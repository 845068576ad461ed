/** Every bound of the sandbox, with its unit. */
export const LIMITS = {
  amountMinorMax: 999_999_999_999,
  referenceCharactersMax: 128,
  textCharactersMax: 512,
  urlCharactersMax: 2048,
  bodyBytesMax: 64 * 1024,
  /** The lines of a settlement file, without its payouts. */
  settlementLinesMax: 20_000,
  /** What a gateway keeps of a capture. */
  feeBasisPointsDefault: 250,
  /** Of the cash that a courier pays out. */
  codFeeBasisPointsDefault: 200,
  /** Until when a dispute of a card payment can be answered. */
  evidenceMsDefault: 7 * 24 * 3_600_000,
  evidenceMsMax: 366 * 24 * 3_600_000,
  /** A card page expires after this time, and so does a code that the customer does not type. */
  sessionMs: 30 * 60_000,
  /** How long the wallet's app waits for the customer's confirmation. */
  appMs: 300_000,
  wrongTriesMax: 3,
  /** The delay of a wallet result that the phone's last four digits select. */
  laterMs: 3_000,
  hangMsDefault: 60_000,
  hangMsMax: 600_000,
  slowMsDefault: 3_000,
  pendingMsDefault: 3_000,
  callbackDelayMsDefault: 5_000,
  waitMsMax: 24 * 3_600_000,
  callbackTimeoutMs: 5_000,
  callbackRetryMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  callbacksAtOnce: 20,
  /** After this time another sender takes over the callback of one that died. */
  callbackLeaseMs: 15_000,
  loopEveryMs: 200,
  settledAtOnce: 50,
  faultsMax: 1_000,
  retentionDaysDefault: 30,
  retentionDaysMax: 3_650,
  /** A wallet's token is charged long after its subscription: it stays at least this long. */
  subscriptionKeptMs: 400 * 24 * 3_600_000,
  /** Payments or parcels that one statement deletes, each with what is about it. */
  prunedAtOnceMax: 500,
  pruneEveryMs: 3_600_000,
  listedMax: 20,
  clockAdvanceMsMax: 366 * 24 * 3_600_000,
  secretCharactersMin: 32,
  /** The length of a couriers' hour by the sandbox's clock: a delivery of 36 hours takes 18 s. */
  courierHourMsDefault: 500,
  courierHourMsMax: 3_600_000,
  /** The delay of a GHOST booking. API.md promises that no booking takes effect later than bookingLateMsMax. */
  bookingLateMs: 3_000,
  bookingLateMsMax: 5_000,
  /** How old the signature of an express courier's request may be, and how far ahead, because clocks differ. */
  signedMsMax: 5_000,
  signedAheadMsMax: 1_000,
  addressCharactersMax: 1_024,
  piecesMax: 250,
  /** Of one pick-up or manifest. */
  orderParcelsMax: 1_000,
  merchantReferenceCharactersMax: 250,
  /** An act by hand is at most this many courier's hours after the last scan, whatever the clock says. */
  idleHoursMax: 24,
} as const;
