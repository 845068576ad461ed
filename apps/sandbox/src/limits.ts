/** Every bound of the sandbox, with its unit. */
export const LIMITS = {
  amountMinorMax: 999_999_999_999,
  referenceCharactersMax: 128,
  textCharactersMax: 512,
  urlCharactersMax: 2048,
  bodyBytesMax: 64 * 1024,
  /** A card page not paid by then is over; so is a code that nobody typed. */
  sessionMs: 30 * 60_000,
  /** How long the wallet's app asks for a confirmation. */
  appMs: 300_000,
  wrongTriesMax: 3,
  /** When the wallet does by itself what the phone's ending says. */
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
  /** A sender that died gives up its callback after so long. */
  callbackLeaseMs: 15_000,
  loopEveryMs: 200,
  settledAtOnce: 50,
  faultsMax: 1_000,
  listedMax: 20,
  clockAdvanceMsMax: 366 * 24 * 3_600_000,
  secretCharactersMin: 32,
  /** An hour of the couriers lasts so long by our clock: a delivery of 36 hours takes 18 s. */
  courierHourMsDefault: 500,
  courierHourMsMax: 3_600_000,
  /** A booking whose answer was lost takes effect so late; a courier's word is that none does later than bookingLateMsMax. */
  bookingLateMs: 3_000,
  bookingLateMsMax: 5_000,
  /** A request of the express courier's API is good for so long after it was signed, and a little before: clocks differ. */
  signedMsMax: 5_000,
  signedAheadMsMax: 1_000,
  addressCharactersMax: 1_024,
  piecesMax: 250,
  merchantReferenceCharactersMax: 250,
  /** What is done by hand happens within so many of the courier's hours after the last scan, whatever the clock says. */
  idleHoursMax: 24,
} as const;
