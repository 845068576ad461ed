import type { CourierName } from '../companies.ts';
import { isPickedUp } from '../entities/parcel.entity.ts';
import type { Reason, ScanKind } from '../entities/parcel.entity.ts';
import type { CourierLever } from '../levers/courier-levers.ts';

/**
 * A scan to come, `hours` of the courier's time after the booking or after an act by hand. `minutes` pass in the
 * courier's own time alone.
 */
export interface PlannedScan {
  kind: ScanKind;
  hours: number;
  minutes?: number;
  reason?: Reason;
  /** Counted from 1; undefined: the whole parcel. */
  piece?: number;
}
/** A scan as the courier publishes it, and when. */
export interface ReportedScan extends PlannedScan {
  knownHours: number;
  hasCallback: boolean;
  copies: number;
}
export interface Journey {
  levers: readonly string[];
  international: boolean;
}

type Leg = readonly [kind: ScanKind, hoursLater: number, reason?: Reason];

const DELIVERY: readonly Leg[] = [
  ['out', 8],
  ['delivered', 6],
];

/**
 * Every scan of a parcel from its booking on: 36 hours where nothing goes wrong. Every function of this file is pure.
 */
export function wholeJourney(journey: Journey): PlannedScan[] {
  const has = leversIn(journey);
  if (has('STILL')) return [];
  if (has('COURIERCANCEL'))
    return inHours([
      ['ready', 2],
      ['courier_cancelled', 3],
    ]);
  const head: Leg[] = has('PICKUPFAIL')
    ? [
        ['ready', 2],
        ['pickup_failed', 4, 'closed'],
        ['ready', 14],
        ['picked_up', 6],
      ]
    : [
        ['ready', 2],
        ['picked_up', 4],
      ];
  return inHours([...head, ...afterPickup(journey)]);
}

/** Every scan of a parcel from a pick-up by hand on. */
export function fromPickup(journey: Journey): PlannedScan[] {
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
  if (has('RTO'))
    return [
      ['out', 8],
      ['failed', 4, 'refused'],
      ['rto', 6],
      ['returned', 24],
    ];
  if (has('SHOP'))
    return [
      ['shop', 8],
      ['delivered', 10],
    ];
  return has('FAIL1')
    ? [
        ['out', 8],
        ['failed', 4, 'not_there'],
        ['out', 18],
        ['delivered', 4],
      ]
    : DELIVERY;
}

/** The scans that each act of the control API brings, the act's own first. */
export const ACTS = {
  deliver: [['delivered', 0]],
  fail: [
    ['failed', 0, 'not_there'],
    ['out', 18],
    ['delivered', 4],
  ],
  lose: [['lost', 0]],
  return: [
    ['rto', 0, 'refused'],
    ['returned', 24],
  ],
  hold: [['hold', 0, 'address'], ['released', 10], ...DELIVERY],
  cancel: [['courier_cancelled', 0]],
} as const satisfies Record<string, readonly Leg[]>;
export type Act = keyof typeof ACTS;

/** The scans that must come before an act's own: a parcel cannot be delivered before its pick-up. */
const SCANS_BEFORE: Record<Act, readonly ScanKind[]> = {
  deliver: ['picked_up', 'transit', 'out'],
  fail: ['picked_up', 'transit', 'out'],
  return: ['picked_up', 'transit', 'out', 'failed'],
  hold: ['picked_up', 'transit'],
  lose: ['picked_up'],
  cancel: [],
};

/** Whether an act is possible after the scans that have happened. */
export function isActPossible(act: Act | 'pick-up', happened: readonly ScanKind[]): boolean {
  if (act === 'pick-up' || act === 'cancel') return !isPickedUp(happened);
  if (happened.includes('rto')) return act === 'lose';
  return !happened.includes('shop') || (act !== 'fail' && act !== 'hold');
}

/**
 * The scans from an act by hand on. Missing earlier scans come first, at the same moment, a minute apart in the
 * courier's own time.
 */
export function fromAct(act: Act, happened: readonly ScanKind[]): PlannedScan[] {
  const missing = SCANS_BEFORE[act].filter(
    (kind) => !happened.includes(kind) && !(happened.includes('shop') && (kind === 'out' || kind === 'failed')),
  );
  const scans: PlannedScan[] = [...missing.map((kind) => ({ kind, hours: 0 })), ...inHours(ACTS[act])];
  return scans.map((scan, index) => ({ ...scan, minutes: index }));
}

/** The scans that deliver the next piece; the last one delivers the parcel. */
export function fromPieceDelivered(happened: readonly ScanKind[], pieces: number): PlannedScan[] {
  const piece = happened.filter((kind) => kind === 'piece_delivered').length + 1;
  const kind = piece < pieces ? 'piece_delivered' : 'delivered';
  return fromAct('deliver', happened).map((scan) => (scan.kind === 'delivered' ? { ...scan, kind, piece } : scan));
}

function inHours(legs: readonly Leg[]): PlannedScan[] {
  let hours = 0;
  return legs.map(([kind, later, reason]) => ({
    kind,
    hours: (hours += later),
    ...(reason === undefined ? {} : { reason }),
  }));
}

const UNSCANNED: Record<CourierName, ReadonlySet<ScanKind>> = {
  'sandbox-express': new Set(),
  'sandbox-economy': new Set(['ready', 'out']),
};
const SKIPPED: ReadonlySet<ScanKind> = new Set(['ready', 'transit', 'arrived', 'released', 'out']);
/** The economy courier's delay, in its hours. The first depot's scan becomes known after the second depot's. */
const ECONOMY_LATE_HOURS = 4;
const ECONOMY_DEPOT_LATE_HOURS = 18;

/**
 * The scans as their courier publishes them. Express publishes all at once, and sends some twice. Economy leaves scans
 * out, is late, and sends deliveries only.
 */
export function reportedScans(
  courier: CourierName,
  scans: readonly PlannedScan[],
  journey: Pick<Journey, 'levers'>,
): ReportedScan[] {
  const has = leversIn(journey);
  const isExpress = courier === 'sandbox-express';
  const published = scans.filter(({ kind }) => !UNSCANNED[courier].has(kind) && !(has('SKIP') && SKIPPED.has(kind)));
  const reported = published.map((scan): ReportedScan => ({
    ...scan,
    knownHours: scan.hours + lateHours(courier, scan.kind),
    hasCallback: !has('MUTE') && (isExpress || scan.kind === 'delivered'),
    copies: has('DUP') || (isExpress && scan.kind === 'out') ? 1 : 0,
  }));
  return has('SHUFFLE') ? shuffled(reported) : reported;
}

function lateHours(courier: CourierName, kind: ScanKind): number {
  if (courier === 'sandbox-express') return 0;
  return kind === 'transit' ? ECONOMY_DEPOT_LATE_HOURS : ECONOMY_LATE_HOURS;
}

/** Of each two scans, the later becomes known when it happens, and the earlier half an hour after it. */
function shuffled(scans: readonly ReportedScan[]): ReportedScan[] {
  return scans.map((scan, index) => {
    const partner = index % 2 === 0 ? scans[index + 1] : undefined;
    return partner === undefined ? scan : { ...scan, knownHours: Math.max(scan.knownHours, partner.knownHours + 0.5) };
  });
}

function leversIn({ levers }: Pick<Journey, 'levers'>): (lever: CourierLever) => boolean {
  return (lever) => levers.includes(lever);
}
