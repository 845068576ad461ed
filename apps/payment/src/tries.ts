/** A customer's try of an identity, a code or a PIN, which the wallet judges. */
export interface Trying {
  /** Until when the wallet may be judging a try; null when it judges none. */
  readonly tryingUntilMs: number | null;
}

/** Whether the wallet may be judging a try. A process that died leaves it so for some seconds. */
export function isTrying({ tryingUntilMs }: Trying, nowMs: number): boolean {
  return tryingUntilMs !== null && nowMs < tryingUntilMs;
}
