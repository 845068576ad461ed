import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { CourierName } from '../companies.ts';
import { hasEnded, isPickedUp } from '../entities/parcel.entity.ts';
import type { ParcelRow, ScanKind } from '../entities/parcel.entity.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PlannedScan } from './journey.ts';
import { orderOnce } from './order-once.ts';
import type { PlacedOrder } from './order-once.ts';
import { deletePlannedScans, happenedScans, planScans, planStartNow } from './scans.ts';

export const INSTRUCTIONS = ['REATTEMPT', 'ADDRESS', 'PHONE', 'RETURN'] as const;
export type InstructionName = (typeof INSTRUCTIONS)[number];

export interface ParcelInstruction {
  courier: CourierName;
  waybill: string;
  reference: string;
  instruction: InstructionName;
  /** Of a reattempt: the day, `YYYY-MM-DD` in the courier's own time. */
  date?: string;
  /** Of an address: where the parcel goes now. */
  city?: string;
  /** The other values, such as the new phone, which change no scan. */
  values: readonly unknown[];
  faultHeader?: string;
}

const HOUR_MS = 3_600_000;
/** When drivers leave the depot on a day that was asked for, in UTC. */
const LEAVES_AT_HOUR = 8;
/** From a waiting parcel to its next attempt. */
const NEXT_ATTEMPT_HOURS = 8;
const DELIVERY_HOURS = 6;
const WAITING: ReadonlySet<ScanKind | undefined> = new Set<ScanKind>(['failed', 'hold', 'shop']);

/** The parcel's journey follows an instruction from its present place on. */
export function instructParcel(sandbox: Sandbox, request: ParcelInstruction): Promise<PlacedOrder> {
  const { courier, waybill, reference, instruction, date, city, values, faultHeader } = request;
  const order = { courier, reference, waybills: [waybill], values: [instruction, date, city, values], faultHeader };
  return orderOnce(sandbox, { ...order, kind: 'instruction' }, async (tx, [parcel]) => {
    if (parcel !== undefined) await follow(sandbox, tx, parcel, request);
  });
}

async function follow(
  sandbox: Sandbox,
  tx: PoolClient,
  before: ParcelRow,
  { instruction, date, city }: ParcelInstruction,
): Promise<void> {
  const happened = await happenedScans(sandbox, tx, before);
  const kinds = happened.map(({ kind }) => kind);
  if (!isInstructionPossible(instruction, kinds))
    throw new Refusal(409, 'not_possible', `Not possible after the scan ${kinds.at(-1) ?? 'booked'}.`);
  const parcel = instruction === 'ADDRESS' && city !== undefined ? await moveTo(sandbox, tx, before, city) : before;
  const start = planStartNow(sandbox, parcel, happened);
  const scans = afterInstruction(instruction, { last: kinds.at(-1), date, startMs: start.occurredAt.getTime() });
  if (scans === undefined) return;
  await deletePlannedScans(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { scans, start });
}

/** A driver on the way takes a new phone alone; from a way back nothing returns. Pure. */
export function isInstructionPossible(instruction: InstructionName, happened: readonly ScanKind[]): boolean {
  if (!isPickedUp(happened) || hasEnded(happened) || happened.includes('rto')) return false;
  if (instruction === 'REATTEMPT') return WAITING.has(happened.at(-1));
  return instruction === 'PHONE' || happened.at(-1) !== 'out';
}

/** The scans that replace the planned ones; undefined: the plan stays. Pure. */
export function afterInstruction(
  instruction: InstructionName,
  { last, date, startMs }: { last: ScanKind | undefined; date?: string; startMs: number },
): PlannedScan[] | undefined {
  if (instruction === 'RETURN')
    return [
      { kind: 'rto', hours: 1 },
      { kind: 'returned', hours: 25 },
    ];
  if (instruction === 'PHONE' || !WAITING.has(last)) return undefined;
  const out = hoursUntilOut(date, startMs);
  const released: PlannedScan[] = last === 'hold' ? [{ kind: 'released', hours: 1 }] : [];
  return [...released, { kind: 'out', hours: out }, { kind: 'delivered', hours: out + DELIVERY_HOURS }];
}

function hoursUntilOut(date: string | undefined, startMs: number): number {
  const leavesMs = Date.parse(`${date ?? ''}T00:00:00Z`) + LEAVES_AT_HOUR * HOUR_MS;
  return Number.isNaN(leavesMs) ? NEXT_ATTEMPT_HOURS : Math.max(NEXT_ATTEMPT_HOURS, (leavesMs - startMs) / HOUR_MS);
}

/** Scans that are planned in the old city happen in the new one. */
async function moveTo({ clock }: Sandbox, tx: PoolClient, parcel: ParcelRow, city: string): Promise<ParcelRow> {
  const { courier, waybill } = parcel;
  await tx.query('UPDATE parcel SET to_city = $3 WHERE courier = $1 AND waybill = $2', [courier, waybill, city]);
  await tx.query(
    `
    UPDATE parcel_scan SET city = $3
    WHERE courier = $1 AND waybill = $2 AND happens_at > $4 AND city = $5 AND kind <> 'returned'`,
    [courier, waybill, city, clock.now(), parcel.to_city],
  );
  return { ...parcel, to_city: city };
}
