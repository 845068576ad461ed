import { truncate } from '@qafila/runtime/truncate';
import type { PoolClient } from 'pg';
import { SELECTION } from '../limits.ts';
import type { Candidate, Selection } from '../selection/choose-courier.ts';
import type { Change } from '../shipments/change-shipment.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** Why a courier that did not refuse is passed over. */
export interface PassOn {
  reasonCode: string;
  reason: string;
}

/**
 * A refusal with the courier that is asked instead, where the shipment's choice names another one of the company. What
 * is to be passed on becomes such a refusal; without another courier it stays with its own.
 */
export async function withNext(
  dependencies: ShipmentDependencies,
  row: ShipmentRow,
  { change, passOn }: { change: Change; passOn?: PassOn },
): Promise<Change> {
  const { command } = change;
  const isRefused = command.kind === 'booking-refused';
  if (!isRefused && passOn === undefined) return change;
  const next = await nextCourier(dependencies, row);
  if (isRefused) return { ...change, command: { ...command, next } };
  if (next === undefined) return change;
  return { command: { kind: 'booking-refused', version: row.version, next }, ...passOn, source: 'courier' };
}

async function nextCourier(
  { couriers, pool }: ShipmentDependencies,
  { account_id: accountId, selection }: ShipmentRow,
): Promise<string | undefined> {
  if (selection === null || selection.remaining.length === 0) return undefined;
  const available = await couriers.ofCompany(pool, accountId);
  return selection.remaining.find(({ courierId }) => available.includes(courierId))?.courierId;
}

/** Keeps who refused and who is asked now, in the transaction of the refusal. */
export async function storeRefusal(
  { clock }: ShipmentDependencies,
  tx: PoolClient,
  { before, after, change }: { before: ShipmentRow; after: ShipmentRow; change: Change },
): Promise<void> {
  const { command, reasonCode = '', reason = '' } = change;
  const isApplied = after.version !== before.version;
  if (command.kind !== 'booking-refused' || before.selection === null || !isApplied) return;
  const at = new Date(clock());
  const { selection, next } = passedOn(before.selection, after.status === 'PENDING' ? command.next : undefined, {
    courierId: before.courier,
    serviceCode: before.service_code,
    code: reasonCode,
    reason: truncate(reason, SELECTION.whyCharactersMax),
    at: at.toISOString(),
  });
  await tx.query(
    `
    UPDATE shipment SET selection = $3, service_code = CASE WHEN $4 THEN $5 ELSE service_code END,
      courier_draft = CASE WHEN $4 THEN NULL ELSE courier_draft END
    WHERE account_id = $1 AND id = $2`,
    [before.account_id, before.id, JSON.stringify(selection), next !== undefined, next?.serviceCode ?? null],
  );
  if (next === undefined) return;
  await tx.query(
    `
    INSERT INTO history (
      account_id, shipment_id, status, source, reason_code, reason, description, occurred_at, received_at)
    VALUES ($1, $2, $3, 'courier', $4, $5, $6, $7, $7)`,
    [
      before.account_id,
      before.id,
      after.status,
      reasonCode,
      reason,
      `${before.courier} did not take it; ${next.courierId} is asked`,
      at,
    ],
  );
}

function passedOn(
  selection: Selection,
  courierId: string | undefined,
  refused: Selection['refused'][number],
): { selection: Selection; next: Candidate | undefined } {
  const at = courierId === undefined ? -1 : selection.remaining.findIndex((one) => one.courierId === courierId);
  return {
    selection: {
      ...selection,
      remaining: at < 0 ? selection.remaining : selection.remaining.slice(at + 1),
      refused: [...selection.refused, refused],
    },
    next: selection.remaining[at],
  };
}
