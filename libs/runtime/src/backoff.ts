export interface Backoff {
  /** The wait after the first failure. Each failure in a row doubles it. */
  firstMs: number;
  maxMs: number;
}

/** How long to wait after this many failures in a row, 1 or more. */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1));
}
