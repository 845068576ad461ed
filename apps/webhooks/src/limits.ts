/** Every bound of the webhooks service, with its unit. What an operator may set is in settings.ts. */
export const LIMITS = {
  urlCharactersMax: 2_048,
  descriptionCharactersMax: 500,
  eventTypesMax: 100,
  customHeadersMax: 20,
  customHeaderBytesMax: 4_096,
  rateLimitPerSecondMax: 100_000,
  concurrencyMax: 1_000,
  endpointsPerStoreMax: 10_000,
  /** A secret before the current one signs beside it for so long. */
  secretOverlapMs: 24 * 3_600_000,
  previousSecretsMax: 5,
  /** Dispatch lanes of a deployment: the most dispatchers that can share the work. */
  lanes: 16,
  /** An event that became true this long before an endpoint was made is still delivered to it: clocks of machines differ. */
  clockSkewMs: 60_000,
} as const;
