import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS, wants } from './endpoints.ts';
import type { EndpointSpec } from './endpoints.ts';
import { readFacts } from './facts.ts';
import type { Facts } from './facts.ts';
import { storiesOf } from './judge.ts';
import type { Inflicted, Platform } from './platform.ts';
import { scheduleOf } from './schedule.ts';

/** Everything is up: by then it must be delivered, dead or held. Consumer sessions of 10 s, leases of 6 s and 10 s, retries of 10 s in all. */
const DRAIN_MS = 90_000;

/** One after the other over the same processes, with events all the time. Their order in time is not repeatable; what they do is. */
export async function runSchedules(platform: Platform, seeds: number[]): Promise<void> {
  const inflicted: Promise<void>[] = [];
  for (const seed of seeds) {
    const { faults, lengthMs } = scheduleOf(seed);
    inflicted.push(...faults.map((fault) => platform.inflict(fault, seed)));
    // What is still coming up meets the next schedule's faults.
    await delay(lengthMs);
  }
  await Promise.all(inflicted);
}

/** The producer ends; everybody else has until the deadline. Answers the facts then, drained or not, and how long it took. */
export async function drain(platform: Platform, held: ReadonlySet<string>, deadlineMs = DRAIN_MS): Promise<{ facts: Facts; drainMs: number }> {
  await platform.everythingUp();
  await platform.slots.producer.stop();
  const beganAtMs = Date.now();
  for (;;) {
    const facts = await readFacts(platform);
    const drainMs = Date.now() - beganAtMs;
    if (isDrained(facts, held) || drainMs > deadlineMs) return { facts, drainMs };
    await delay(500);
  }
}

/** Asks no more than that nothing is on its way any longer; what is right is for the judge to say. */
function isDrained(facts: Facts, held: ReadonlySet<string>): boolean {
  const wanted = facts.rows.reduce((sum, row) => sum + facts.endpoints.filter((endpoint) => wants(endpoint, row)).length, 0);
  const made = facts.deliveries.filter(({ type }) => !type.startsWith('webhook.')).length;
  const paths = new Map(facts.endpoints.map(({ no, path }) => [no, path]));
  return facts.unpublished === 0 && made >= wanted && facts.retries.every(({ endpointNo }) => held.has(paths.get(endpointNo) as string))
    && facts.endpoints.every(({ path, head, settled }) => head === settled || held.has(path));
}

export interface Figures {
  events: number; deliveries: number; requests: number; attempts: number; dead: number;
  /** Requests beyond the first that the server took, of one delivery. */
  duplicates: number;
  /** Attempts whose end was unknown when the next was made. */
  interrupted: number;
  timedOut: number;
}

export function figuresOf(facts: Facts): Figures {
  const { attempts } = facts;
  return {
    events: facts.rows.length, deliveries: facts.deliveries.length, requests: facts.requests.length, attempts: attempts.length, dead: facts.dead.length,
    duplicates: storiesOf(facts).reduce((sum, { requests }) => sum + Math.max(0, requests.filter(({ status }) => status === 200).length - 1), 0),
    interrupted: attempts.filter(({ outcome, cause }) => outcome === 'interrupted' || cause === 'interrupted').length,
    timedOut: attempts.filter(({ outcome, status }) => outcome === 'failed' && status === null).length,
  };
}

export interface Resumed { kind: string; seed: number; ms: number; /** Of them, with everything up. */ upMs: number }

/** From each fault until the next ten events committed after it had all reached the endpoint that wants everything. */
export function resumesOf({ inflicted }: Platform, facts: Facts): Resumed[] {
  const spec = ENDPOINTS.find(({ path }) => path === '/all') as EndpointSpec;
  const wanted = new Set(facts.rows.filter((row) => wants(spec, row)).map(({ id }) => id));
  const committed = [...facts.acknowledged].filter(([id]) => wanted.has(id)).sort(([, one], [, other]) => one - other);
  const taken = new Map<string, number>();
  for (const { path, id, status, atMs } of facts.requests) if (path === spec.path && status === 200 && !taken.has(id)) taken.set(id, atMs);
  return inflicted.flatMap(({ kind, target, seed, beganAtMs }) => {
    const next = committed.filter(([, atMs]) => atMs > beganAtMs).slice(0, 10);
    if (next.length < 10) return [];
    const endMs = Math.max(...next.map(([id]) => taken.get(id) ?? Infinity));
    return [{ kind: `${kind} ${target}`, seed, ms: endMs - beganAtMs, upMs: endMs - beganAtMs - downMs(inflicted, beganAtMs, endMs) }];
  });
}

/** How much of the time anything was down or frozen. */
function downMs(inflicted: Inflicted[], fromMs: number, toMs: number): number {
  let [down, reached] = [0, fromMs];
  for (const { beganAtMs, upAtMs } of [...inflicted].sort((one, other) => one.beganAtMs - other.beganAtMs)) {
    const [start, end] = [Math.max(reached, beganAtMs), Math.min(toMs, upAtMs)];
    down += Math.max(0, end - start);
    reached = Math.max(reached, end);
  }
  return down;
}
