import type { CourierLever } from '../levers/courier-levers.ts';
import { isPickedUp } from './parcel.entity.ts';
import type { CourierName, Reason, ScanKind } from './parcel.entity.ts';

/** One scan to come, in the courier's hours after the booking or after what was done by hand. `minutes` pass in the courier's own time alone. */
export interface Step { kind: ScanKind; hours: number; minutes?: number; reason?: Reason }
/** What the courier lets know of a step, and when. */
export interface ShownStep extends Step { knownHours: number; tells: boolean; copies: number }
export interface Journey { levers: readonly string[]; international: boolean }

type Leg = readonly [kind: ScanKind, hoursLater: number, reason?: Reason];

const DELIVERY: readonly Leg[] = [['out', 8], ['delivered', 6]];

/** The whole way of a parcel from its booking: 36 hours where nothing goes wrong. Pure, as all here. */
export function wholeJourney(journey: Journey): Step[] {
  const has = leversIn(journey);
  if (has('STILL')) return [];
  if (has('COURIERCANCEL')) return inHours([['ready', 2], ['courier_cancelled', 3]]);
  const head: Leg[] = has('PICKUPFAIL') ? [['ready', 2], ['pickup_failed', 4, 'closed'], ['ready', 14], ['picked_up', 6]] : [['ready', 2], ['picked_up', 4]];
  return inHours([...head, ...afterPickup(journey)]);
}

/** The way of a parcel that is picked up by hand. */
export function fromPickup(journey: Journey): Step[] {
  return inHours([['picked_up', 0], ...(leversIn(journey)('STILL') ? [] : afterPickup(journey))]);
}

function afterPickup({ levers, international }: Journey): Leg[] {
  const has = leversIn({ levers });
  const middle: Leg[] = [['transit', 4]];
  if (has('ODDCODE')) middle.push(['weighed', 1]);
  middle.push(['arrived', 12]);
  if (has('HOLD')) middle.push(['hold', 2, international ? 'customs' : 'address'], ['released', 10]);
  return [...middle, ...lastMile(has)];
}

function lastMile(has: (lever: CourierLever) => boolean): readonly Leg[] {
  if (has('LOST')) return [['lost', 12]];
  if (has('RTO')) return [['out', 8], ['failed', 4, 'refused'], ['rto', 6], ['returned', 24]];
  if (has('SHOP')) return [['shop', 8], ['delivered', 10]];
  return has('FAIL1') ? [['out', 8], ['failed', 4, 'not_there'], ['out', 18], ['delivered', 4]] : DELIVERY;
}

/** What each act of the control page brings, the act itself first. */
export const ACTS = {
  deliver: [['delivered', 0]],
  fail: [['failed', 0, 'not_there'], ['out', 18], ['delivered', 4]],
  lose: [['lost', 0]],
  return: [['rto', 0, 'refused'], ['returned', 24]],
  hold: [['hold', 0, 'address'], ['released', 10], ...DELIVERY],
  cancel: [['courier_cancelled', 0]],
} as const satisfies Record<string, readonly Leg[]>;
export type Act = keyof typeof ACTS;

/** What must have been scanned before an act makes sense. A parcel is not delivered from the shelf of its sender. */
const BEFORE: Record<Act, readonly ScanKind[]> = {
  deliver: ['picked_up', 'transit', 'out'], fail: ['picked_up', 'transit', 'out'], return: ['picked_up', 'transit', 'out', 'failed'], hold: ['picked_up', 'transit'],
  lose: ['picked_up'], cancel: [],
};

/** Whether an act still makes sense: what is not here keeps the parcel from ways that no parcel goes. */
export function mayAct(act: Act | 'pick-up', done: readonly ScanKind[]): boolean {
  if (act === 'pick-up' || act === 'cancel') return !isPickedUp(done);
  if (done.includes('rto')) return act === 'lose';
  return !done.includes('shop') || (act !== 'fail' && act !== 'hold');
}

/** The way from an act by hand on. What the parcel has not been through is scanned before it, at once, and by the courier's time a minute apart. */
export function fromAct(act: Act, done: readonly ScanKind[]): Step[] {
  const missing = BEFORE[act].filter((kind) => !done.includes(kind) && !(done.includes('shop') && (kind === 'out' || kind === 'failed')));
  const steps: Step[] = [...missing.map((kind) => ({ kind, hours: 0 })), ...inHours(ACTS[act])];
  return steps.map((step, at) => ({ ...step, minutes: at }));
}

function inHours(legs: readonly Leg[]): Step[] {
  let hours = 0;
  return legs.map(([kind, later, reason]) => ({ kind, hours: hours += later, ...(reason === undefined ? {} : { reason }) }));
}

const UNSCANNED: Record<CourierName, ReadonlySet<ScanKind>> = { 'sandbox-express': new Set(), 'sandbox-economy': new Set(['ready', 'out']) };
const SKIPPED: ReadonlySet<ScanKind> = new Set(['ready', 'transit', 'arrived', 'released', 'out']);
/** Hours until the economy courier's scans are known; that of the first depot only after that of the second. */
const ECONOMY_LATE_HOURS = 4;
const ECONOMY_DEPOT_LATE_HOURS = 18;

/** A step as its courier shows it. Express tells all at once, and some twice; economy skips, is late, and tells of deliveries only. */
export function shown(courier: CourierName, steps: readonly Step[], journey: Pick<Journey, 'levers'>): ShownStep[] {
  const has = leversIn(journey);
  const express = courier === 'sandbox-express';
  const scanned = steps.filter(({ kind }) => !UNSCANNED[courier].has(kind) && !(has('SKIP') && SKIPPED.has(kind)));
  const seen = scanned.map((step): ShownStep => ({
    ...step, knownHours: step.hours + (express ? 0 : step.kind === 'transit' ? ECONOMY_DEPOT_LATE_HOURS : ECONOMY_LATE_HOURS),
    tells: !has('MUTE') && (express || step.kind === 'delivered'), copies: has('DUP') || (express && step.kind === 'out') ? 1 : 0,
  }));
  return has('SHUFFLE') ? shuffled(seen) : seen;
}

/** Of each two the later is known first, when it happens, and the earlier half an hour after it. */
function shuffled(steps: readonly ShownStep[]): ShownStep[] {
  return steps.map((step, at) => {
    const partner = at % 2 === 0 ? steps[at + 1] : undefined;
    return partner === undefined ? step : { ...step, knownHours: Math.max(step.knownHours, partner.knownHours + 0.5) };
  });
}

function leversIn({ levers }: Pick<Journey, 'levers'>): (lever: CourierLever) => boolean {
  return (lever) => levers.includes(lever);
}
