/** What the sandbox's couriers document (apps/sandbox/API.md), and our own bounds for them. */
export const SANDBOX_LIMITS = {
  /**
   * A booking request takes effect within 5 s of its arrival or never. The express courier also refuses one that was
   * signed more than 5 s ago. The rest allows for the network and for clocks that differ.
   */
  absentAfterMs: 7_000,
  answerBytesMax: 1_024 * 1_024,
  callbackAgeMsMax: 300_000,
  addressCharactersMax: 1_024,
  /** The express courier calls us for each scan; polling finds the scans of lost calls. */
  expressPollMs: 15_000,
  /** The economy courier calls us for deliveries only. */
  economyPollMs: 2_000,
  /** Polling returns all scans of a parcel, as long as it is on its way. */
  scanAgoMsMax: 400 * 86_400_000,
  /** The sandbox's virtual clock runs days ahead of ours. */
  scanAheadMsMax: 30 * 86_400_000,
} as const;
