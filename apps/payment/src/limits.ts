/** Every bound of the payment service, with its unit. What an operator may set is in settings.ts. */
export const LIMITS = {
  /** Of any amount: 12 digits stay exact in every language's double, with the currency's decimals. */
  amountMinorMax: 999_999_999_999n,
  textCharactersMax: 500,
  descriptionCharactersMax: 1_000,
  urlCharactersMax: 2_048,
  metadataBytesMax: 16 * 1_024,
  metadataKeysMax: 50,
  /** A customer's page, and the intent behind it, live this long. */
  pageMs: 30 * 60_000,
  /** A payment link that names no time of its own, and the bounds of one that does. */
  linkMs: 24 * 3_600_000,
  linkMinutesMin: 5,
  linkMinutesMax: 7 * 1_440,
  /** Intents of one inserting statement, such statements under way at once in one process, and how many may wait: more are refused with 503. */
  createsPerGroupMax: 200,
  createGroupsMax: 2,
  createsWaitingMax: 2_000,
  /** Card or wallet tries a customer has on one page; a fallback to another gateway is no try of his. */
  triesMax: 5,
  /** Gateways asked for one try, and the time for all of them: whoever waits at the public gateway is answered after 30 s. */
  gatewaysPerTryMax: 4,
  tryMsMax: 25_000,
  /** An authorisation that nobody captured is voided after this long. */
  authorisedMs: 7 * 86_400_000,
  otpMs: 120_000,
  otpWrongMax: 3,
  otpResendsMax: 3,
  otpResendGapMs: 30_000,
  identityWrongMax: 3,
  pinWrongMax: 3,
  tokensPerPhoneMax: 5,
  hardDeclinesMax: 3,
  rulesPerStoreMax: 100,
  gatewaysPerRuleMax: 10,
  labelsPerRuleMax: 50,
  dryRunIntentsMax: 1_000,
  callbackBytesMax: 64 * 1_024,
  formBytesMax: 8 * 1_024,
  settlementRowsMax: 100_000,
} as const;

/** When an unknown outcome is asked for, and when a person takes over. */
export const INQUIRY = {
  /** The call itself has this long; then its outcome is unknown. */
  callTimeoutMs: 10_000,
  firstMs: 15_000,
  /** Then at growing distances, at most this. */
  gapMsMax: 60_000,
  /** "Not found" proves that nothing was charged only once no call can still be under way. */
  notFoundProvesAfterMs: 12_000,
  /** A customer waits before his screen. */
  soonMs: 3_000,
  /** A callback that is older, or newer, is not believed. */
  callbackAgeMsMax: 300_000,
  /** Unknown for so long: a person's turn. */
  personAfterMs: 14 * 60_000,
  everyMs: 1_000,
  perRoundMax: 20,
} as const;
