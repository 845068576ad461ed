import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS, wants } from './endpoints.ts';
import type { EndpointSpec } from './endpoints.ts';
import { readFacts } from './facts.ts';
import type { Facts } from './facts.ts';
import { historiesOf } from './check-invariants.ts';
import type { InflictedFault, Platform } from './platform.ts';
import { scheduleOf } from './schedule.ts';

/**
 * Once everything runs, each delivery must be delivered, dead or allowed to wait within this time. It covers consumer
 * sessions of
 * 10 s, leases of 6 s and 10 s, and retries of 10 s in total.
 */
const DRAIN_MS = 90_000;

/**
 * Runs the schedules one after the other over the same processes, while events are produced. The faults of a seed are
 * always the same.
 */
export async function runSchedules(platform: Platform, seeds: number[]): Promise<void> {
  const inflicted: Promise<void>[] = [];
  for (const seed of seeds) {
    const { faults, lengthMs } = scheduleOf(seed);
    inflicted.push(...faults.map((fault) => platform.inflict(fault, seed)));
    // A process that is still starting may be hit by the next schedule.
    await delay(lengthMs);
  }
  await Promise.all(inflicted);
}

/**
 * Stops the producer and waits for the other processes until the deadline. Returns the facts, drained or not, and the
 * time.
 */
export async function drain(
  platform: Platform,
  mayWait: ReadonlySet<string>,
  deadlineMs = DRAIN_MS,
): Promise<{ facts: Facts; drainMs: number }> {
  await platform.everythingUp();
  await platform.processes.producer.stop();
  const beganAtMs = Date.now();
  for (;;) {
    const facts = await readFacts(platform);
    const drainMs = Date.now() - beganAtMs;
    if (isDrained(facts, mayWait) || drainMs > deadlineMs) return { facts, drainMs };
    await delay(500);
  }
}

/** True when nothing is under way any longer. Whether the result is right is checked elsewhere. */
function isDrained(facts: Facts, mayWait: ReadonlySet<string>): boolean {
  const expected = facts.rows.reduce(
    (sum, row) => sum + facts.endpoints.filter((endpoint) => wants(endpoint, row)).length,
    0,
  );
  const created = facts.deliveries.filter(({ type }) => !type.startsWith('webhook.')).length;
  const paths = new Map(facts.endpoints.map(({ no, path }) => [no, path]));
  return (
    facts.unpublished === 0 &&
    created >= expected &&
    facts.retries.every(({ endpointNo }) => mayWait.has(paths.get(endpointNo) as string)) &&
    facts.endpoints.every(({ path, head, settled }) => head === settled || mayWait.has(path))
  );
}

export interface Figures {
  events: number;
  deliveries: number;
  requests: number;
  attempts: number;
  dead: number;
  /** Accepted requests beyond the first one of each delivery. */
  duplicates: number;
  /** Attempts whose result was unknown when the next one started. */
  interrupted: number;
  timedOut: number;
}

export function figuresOf(facts: Facts): Figures {
  const { attempts } = facts;
  return {
    events: facts.rows.length,
    deliveries: facts.deliveries.length,
    requests: facts.requests.length,
    attempts: attempts.length,
    dead: facts.dead.length,
    duplicates: historiesOf(facts).reduce(
      (sum, { requests }) => sum + Math.max(0, requests.filter(({ status }) => status === 200).length - 1),
      0,
    ),
    interrupted: attempts.filter(({ outcome, cause }) => outcome === 'interrupted' || cause === 'interrupted').length,
    timedOut: attempts.filter(({ outcome, status }) => outcome === 'failed' && status === null).length,
  };
}

export interface Recovery {
  kind: string;
  seed: number;
  ms: number;
  /** The part of the time in which every process ran. */ upMs: number;
}

/**
 * The time from each fault until the next ten committed events had all reached the endpoint that subscribes to
 * everything.
 */
export function recoveriesOf({ inflicted }: Platform, facts: Facts): Recovery[] {
  const spec = ENDPOINTS.find(({ path }) => path === '/all') as EndpointSpec;
  const expected = new Set(facts.rows.filter((row) => wants(spec, row)).map(({ id }) => id));
  const committed = [...facts.acknowledged].filter(([id]) => expected.has(id)).sort(([, a], [, b]) => a - b);
  const acceptedAtMs = new Map<string, number>();
  for (const { path, id, status, atMs } of facts.requests)
    if (path === spec.path && status === 200 && !acceptedAtMs.has(id)) acceptedAtMs.set(id, atMs);
  return inflicted.flatMap(({ kind, target, seed, beganAtMs }) => {
    const next = committed.filter(([, atMs]) => atMs > beganAtMs).slice(0, 10);
    if (next.length < 10) return [];
    const endMs = Math.max(...next.map(([id]) => acceptedAtMs.get(id) ?? Infinity));
    return [
      {
        kind: `${kind} ${target}`,
        seed,
        ms: endMs - beganAtMs,
        upMs: endMs - beganAtMs - downMs(inflicted, beganAtMs, endMs),
      },
    ];
  });
}

/** The part of the time in which any process was down or frozen. */
function downMs(inflicted: InflictedFault[], fromMs: number, toMs: number): number {
  let [down, reached] = [0, fromMs];
  for (const { beganAtMs, upAtMs } of [...inflicted].sort((a, b) => a.beganAtMs - b.beganAtMs)) {
    const [start, end] = [Math.max(reached, beganAtMs), Math.min(toMs, upAtMs)];
    down += Math.max(0, end - start);
    reached = Math.max(reached, end);
  }
  return down;
}
