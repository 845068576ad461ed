/** Every bound of the shipment service, with its unit. */
export const LIMITS = {
  textCharactersMax: 250,
  longTextCharactersMax: 1_000,
  packagesMax: 250,
  itemsPerPackageMax: 500,
  quantityMax: 1_000_000,
  weightKgMax: 1_000_000n as bigint,
  /** Of 16 digits: sums of a full shipment stay far below a bigint column. */
  amountMinorMax: 10n ** 15n,
  metadataBytesMax: 16 * 1024,
  violationsMax: 100,
  /** A label that is not drawn by then is not waited for. */
  labelTimeoutMs: 20_000,
  labelsQueuedMax: 1_000,
  labelWorkers: 1,
  labelLinesMax: 6,
} as const;
