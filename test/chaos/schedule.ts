/** What may be hit. `webhooks-1` and `webhooks-2` dispatch and fan out side by side. */
export const TARGETS = ['relay', 'webhooks-1', 'webhooks-2', 'postgres', 'broker', 'sink', 'producer'] as const;
export type Target = (typeof TARGETS)[number];

export interface Fault {
  /** `cut`: for that long, every now and then, the server ends sessions in the middle of whatever they do. */
  kind: 'kill' | 'pause' | 'cut';
  target: Target;
  /** After the schedule's start. */
  atMs: number;
  /** How long it stays dead, or frozen. */
  forMs: number;
}

export interface Schedule { seed: number; lengthMs: number; faults: Fault[] }

/** Longer than a lane's lease (LEASE_LIMITS.leaseMs, 6 s): another takes the lanes over, and then the frozen one comes back. */
const PAUSE_MS = 7_000;

/** A broker takes seconds to come back and stops everybody; it has its share, and not more. */
const WEIGHTS: Record<Target, number> = { 'webhooks-1': 5, 'webhooks-2': 5, postgres: 6, sink: 3, relay: 3, producer: 1.5, broker: 1 };
const PAUSE_SHARE = 0.2;
/** Of the faults of PostgreSQL: a cut costs no time, and meets many more moments than a kill. */
const CUT_SHARE = 0.5;

/** The same faults for the same seed, always. */
export function scheduleOf(seed: number): Schedule {
  const random = seeded(seed);
  const lengthMs = 2_500 + random() * 2_000;
  const faults = Array.from({ length: 1 + Math.floor(random() * 3) }, (): Fault => {
    const target = pick(random());
    const atMs = Math.floor(random() * 0.8 * lengthMs);
    const [draw, length] = [random(), random()];
    if (target.startsWith('webhooks') && draw < PAUSE_SHARE) return { target, atMs, kind: 'pause', forMs: PAUSE_MS + Math.floor(length * 1_500) };
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

/** mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
