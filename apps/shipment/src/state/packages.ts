import { BEFORE_PICKUP, isCancelled, isFinal } from './status.ts';
import type { Status } from './status.ts';
import { judgeEvidence } from './evidence.ts';
import type { Evidence, EvidenceAlarm, Judgement, PackageState } from './evidence.ts';

export interface PackagesJudged {
  after: readonly PackageState[];
  alarms: (EvidenceAlarm | 'UNKNOWN_PACKAGE' | 'PACKAGES_DIFFER')[];
}

/** Applies a scan to one package, counted from 1, or to the whole shipment. Pure. */
export function judgePackages(
  known: readonly PackageState[],
  scan: Evidence,
  packageNumber: number | undefined,
): PackagesJudged {
  if (packageNumber !== undefined && known[packageNumber - 1] === undefined)
    return { after: known, alarms: ['UNKNOWN_PACKAGE'] };
  const concerned = packageNumber === undefined ? concernedByWhole(known, scan) : [packageNumber - 1];
  const alarms = new Set<PackagesJudged['alarms'][number]>();
  const judge = (state: PackageState): Judgement => {
    const judgement = judgeEvidence(state, scan);
    if (judgement.alarm !== undefined) alarms.add(judgement.alarm);
    return judgement;
  };
  const after = known.map((state, index) => (concerned.includes(index) ? judge(state).after : state));
  const isChanged = after.some((state, index) => state.status !== known[index]?.status);
  if (isChanged && endedDifferently(after)) alarms.add('PACKAGES_DIFFER');
  return { after, alarms: [...alarms] };
}

/** A scan of the whole shipment says nothing of packages that ended, unless all of them ended alike. */
function concernedByWhole(known: readonly PackageState[], { status }: Evidence): number[] {
  if (new Set(known.map((state) => state.status)).size === 1) return [...known.keys()];
  const open = known.flatMap((state, index) => (isFinal(state.status) ? [] : [index]));
  if (open.length > 0 || known.some((state) => state.status === status)) return open;
  return [...known.keys()];
}

function endedDifferently(packages: readonly PackageState[]): boolean {
  return packages.every(({ status }) => isFinal(status)) && new Set(packages.map(({ status }) => status)).size > 1;
}

/** Of packages under way, the state that most needs attention; else the one that is least far. */
const OPEN_ORDER: readonly Status[] = [
  'ON_HOLD',
  'DELIVERY_FAILED',
  'PICKUP_FAILED',
  'BOOKED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP',
  'RETURN_TO_ORIGIN',
];
/** Once all packages ended: what was delivered can be returned, so it decides. */
const END_ORDER: readonly Status[] = ['DELIVERED', 'LOST', 'RETURNED', 'CANCELLED', 'CANCELLED_BY_COURIER'];

/** The state of the shipment follows from its packages: it ends when all have ended. */
export function statusOfPackages(packages: readonly PackageState[]): Status {
  const statuses = packages.map(({ status }) => status);
  const open = statuses.filter((status) => !isFinal(status));
  if (open.length === 0) return first(END_ORDER, statuses);
  // Once the courier has any goods, the shipment is picked up, and can no longer be cancelled.
  const isPickedUp = statuses.some((status) => !BEFORE_PICKUP.includes(status) && !isCancelled(status));
  return first(
    OPEN_ORDER,
    isPickedUp ? open.map((status) => (BEFORE_PICKUP.includes(status) ? 'PICKED_UP' : status)) : open,
  );
}

function first(order: readonly Status[], statuses: readonly Status[]): Status {
  return order.find((status) => statuses.includes(status)) as Status;
}
