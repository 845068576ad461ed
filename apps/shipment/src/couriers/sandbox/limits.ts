/** What the sandbox's couriers state of themselves (apps/sandbox/API.md), and our own bounds towards them. */
export const SANDBOX_LIMITS = {
  /**
   * A booking request takes effect within 5 s of its arrival or never. The express courier also refuses one that was signed over 5 s ago; the
   * rest is for the way there and for clocks that differ.
   */
  absentAfterMs: 7_000,
  answerBytesMax: 1_024 * 1_024,
  callbackAgeMsMax: 300_000,
  addressCharactersMax: 1_024,
  /** It tells every scan; this finds what a lost call should have told. */
  expressPollMs: 15_000,
  /** It tells of deliveries only. */
  economyPollMs: 2_000,
  /** A list of scans is polled as long as its parcel is on its way. */
  scanAgoMsMax: 400 * 86_400_000,
  /** Their virtual clock runs days ahead of ours. */
  scanAheadMsMax: 30 * 86_400_000,
  /** Codes that we do not know are told once each. */
  oddCodesMax: 1_000,
} as const;
