/** An endpoint's health over its attempts. It is stored with the results, so it outlives the process. */
export interface HealthState {
  /** The endpoint's revision when its health was last reset. */
  readonly revision: number;
  readonly failures: number;
  readonly failingSinceMs: number | null;
  /** How many warnings were published since it began to fail. */
  readonly warned: number;
  readonly lastSuccessMs: number | null;
}

export const NEW_HEALTH: HealthState = {
  revision: 0,
  failures: 0,
  failingSinceMs: null,
  warned: 0,
  lastSuccessMs: null,
};

export function healthAfterDelivery(health: HealthState, nowMs: number): HealthState {
  // Called for nearly every attempt, so it names the members: a spread costs several times as much.
  return { revision: health.revision, failures: 0, failingSinceMs: null, warned: 0, lastSuccessMs: nowMs };
}

export function healthAfterFailure(health: HealthState, nowMs: number): HealthState {
  return { ...health, failures: health.failures + 1, failingSinceMs: health.failingSinceMs ?? nowMs };
}

/** The merchant enabled the endpoint again: earlier failures no longer count, as in its row. */
export function healthWhenEnabled(health: HealthState, revision: number): HealthState {
  return { ...health, revision, failures: 0, failingSinceMs: null, warned: 0 };
}
