import { seededRandom } from '@qafila/testing/seeded-random';

/** The processes that faults hit. `webhooks-1` and `webhooks-2` dispatch and fan out concurrently. */
export const TARGETS = ['relay', 'webhooks-1', 'webhooks-2', 'postgres', 'broker', 'sink', 'producer'] as const;
export type Target = (typeof TARGETS)[number];

export interface Fault {
  /** `cut`: PostgreSQL repeatedly terminates active sessions for this time. */
  kind: 'kill' | 'pause' | 'cut';
  target: Target;
  /** Time since the start of the schedule. */
  atMs: number;
  /** How long the process stays down or frozen. */
  forMs: number;
}

export interface Schedule {
  seed: number;
  lengthMs: number;
  faults: Fault[];
}

/**
 * Longer than a partition's lease (LEASE_LIMITS.leaseMs, 6 s): another process takes over before the frozen one
 * continues.
 */
const PAUSE_MS = 7_000;

/** The broker has a low weight, because its restart takes seconds and stops every process. */
const WEIGHTS: Record<Target, number> = {
  'webhooks-1': 5,
  'webhooks-2': 5,
  postgres: 6,
  sink: 3,
  relay: 3,
  producer: 1.5,
  broker: 1,
};
const PAUSE_SHARE = 0.2;
/** Share of PostgreSQL faults that are cuts. A cut costs no time and hits many more moments than a kill. */
const CUT_SHARE = 0.5;

/** Returns the same faults for the same seed. */
export function scheduleOf(seed: number): Schedule {
  const random = seededRandom(seed);
  const lengthMs = 2_500 + random() * 2_000;
  const faults = Array.from({ length: 1 + Math.floor(random() * 3) }, (): Fault => {
    const target = pick(random());
    const atMs = Math.floor(random() * 0.8 * lengthMs);
    const [draw, length] = [random(), random()];
    if (target.startsWith('webhooks') && draw < PAUSE_SHARE)
      return { target, atMs, kind: 'pause', forMs: PAUSE_MS + Math.floor(length * 1_500) };
    if (target === 'postgres' && draw < CUT_SHARE) return { target, atMs, kind: 'cut', forMs: 1_500 };
    return { target, atMs, kind: 'kill', forMs: Math.floor(length * 1_200) };
  });
  return { seed, lengthMs, faults: faults.sort((a, b) => a.atMs - b.atMs) };
}

function pick(draw: number): Target {
  const all = Object.entries(WEIGHTS) as [Target, number][];
  let left = draw * all.reduce((sum, [, weight]) => sum + weight, 0);
  return all.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'sink';
}
