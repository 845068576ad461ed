import { cloudEvent } from '@qafila/contracts/cloud-event';
import { PAYOUT_EVENT } from '@qafila/contracts/payout-events';
import type { PayoutNotification } from '@qafila/contracts/payout-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { newId } from '@qafila/runtime/new-id';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { PoolClient } from 'pg';
import { postAll } from '../ledger/post-entry.ts';
import { majorNumber } from '../money/amount.ts';
import { ownerOf } from '../owner.ts';
import { explainExceptions, openExceptions } from './exceptions.ts';
import type { FoundException } from './judge-lines.ts';
import type { SettlementRules } from './mapping.ts';
import { judgePayout } from './payout-status.ts';
import type { JudgedPayout } from './payout-status.ts';
import type { PayoutRow, SettlementSourceRow } from './settlement.entity.ts';
import { isPayout, netOf } from './settlement-line.ts';
import type { SettlementLine } from './settlement-line.ts';

/** The payout that a line belongs to; a payout without an id of its own has that of its line. */
export function payoutIdOf(line: SettlementLine): string | null {
  return line.payoutId ?? (isPayout(line) ? line.key : null);
}

/** Adds new lines to their payouts: what was paid, and what it pays. */
export async function addToPayouts(
  tx: PoolClient,
  { account_id, store_id, mode, gateway }: SettlementSourceRow,
  lines: readonly SettlementLine[],
  nowMs: number,
): Promise<void> {
  const sums = new Map<string, PayoutRow>();
  for (const line of lines) {
    const payoutId = payoutIdOf(line);
    if (payoutId === null) continue;
    const { currency, at } = line;
    const name = JSON.stringify([payoutId, currency]);
    const sum = sums.get(name) ?? {
      ...{ account_id, id: newId('pyt', nowMs), store_id, mode, gateway, payout_id: payoutId, currency },
      ...{ status: 'open', paid_minor: '0', returned_minor: '0', reports: 0, lines_minor: '0', lines: 0, revision: 0 },
      ...{ at, created_at: new Date(nowMs) },
    };
    sums.set(name, { ...sum, ...plus(sum, line) });
  }
  if (sums.size === 0) return;
  await tx.query({
    name: 'add-to-payouts',
    text: `
      INSERT INTO payout AS p SELECT * FROM json_populate_recordset(NULL::payout, $1)
      ON CONFLICT (account_id, store_id, mode, gateway, payout_id, currency) DO UPDATE SET
        paid_minor = p.paid_minor + excluded.paid_minor, returned_minor = p.returned_minor + excluded.returned_minor,
        reports = p.reports + excluded.reports, lines_minor = p.lines_minor + excluded.lines_minor,
        lines = p.lines + excluded.lines, at = greatest(p.at, excluded.at)`,
    values: [JSON.stringify([...sums.values()])],
  });
}

/** A fee for the payout itself is taken from what its lines sum to. */
function plus(sum: PayoutRow, line: SettlementLine): Partial<PayoutRow> {
  const add = (to: string, amount: bigint): string => String(BigInt(to) + amount);
  const at = line.at > sum.at ? line.at : sum.at;
  if (!isPayout(line)) return { at, lines_minor: add(sum.lines_minor, netOf(line)), lines: sum.lines + 1 };
  const lines_minor = add(sum.lines_minor, -line.fee);
  return line.kind === 'payout'
    ? { at, lines_minor, reports: sum.reports + 1, paid_minor: add(sum.paid_minor, -line.gross) }
    : { at, lines_minor, reports: sum.reports + 1, returned_minor: add(sum.returned_minor, line.gross) };
}

/** Compares payouts with their lines, once the whole report is stored, and publishes what changed. */
export async function settlePayouts(
  tx: PoolClient,
  source: SettlementSourceRow,
  {
    payoutIds,
    rules,
    importId,
    nowMs,
  }: { payoutIds: string[]; rules: SettlementRules; importId: string; nowMs: number },
): Promise<number> {
  const { account_id: accountId, store_id: storeId, mode, gateway } = source;
  const { rows } = await tx.query<PayoutRow & { adjusted: string }>({
    name: 'payouts-of-report',
    text: PAYOUTS_OF_REPORT,
    values: [accountId, storeId, mode, gateway, payoutIds],
  });
  const exceptions: FoundException[] = [];
  for (const { adjusted, ...row } of rows) {
    const payout = rules.payouts === 'sums' ? await payTheSum(tx, row, { importId, nowMs }) : row;
    const judged = judge(payout, BigInt(adjusted));
    if (judged.exception !== null) exceptions.push(exceptionOf(payout, judged));
    await publishChange(tx, { before: row, payout, judged }, new Date(nowMs));
  }
  for (const kind of PAYOUT_EXCEPTIONS) {
    const isWrong = new Set(exceptions.filter((each) => each.kind === kind).map(({ subject }) => subject));
    const subjects = rows.map(subjectOf).filter((subject) => !isWrong.has(subject));
    await explainExceptions(tx, source, { kinds: [kind], subjects, now: new Date(nowMs) });
  }
  return openExceptions(tx, source, exceptions, nowMs);
}

const PAYOUT_EXCEPTIONS = ['unknown_payout', 'payout_differs'] as const;

/** `adjusted`: what persons have posted because of the payout. */
const PAYOUTS_OF_REPORT = `
  SELECT p.*, coalesce((
    SELECT sum(e.adjusted_gross_minor) FROM settlement_exception e
    WHERE e.account_id = p.account_id AND e.store_id = p.store_id AND e.mode = p.mode AND e.gateway = p.gateway
    AND e.kind IN ('unknown_payout', 'payout_differs') AND e.subject = p.payout_id || ' ' || p.currency), 0) AS adjusted
  FROM payout p WHERE p.account_id = $1 AND p.store_id = $2 AND p.mode = $3 AND p.gateway = $4
  AND p.payout_id = ANY($5) ORDER BY p.id FOR UPDATE`;

/** The file has no lines of payouts: what the lines of the payout sum to was paid. */
async function payTheSum(
  tx: PoolClient,
  row: PayoutRow,
  { importId, nowMs }: { importId: string; nowMs: number },
): Promise<PayoutRow> {
  const amount = BigInt(row.lines_minor) - BigInt(row.paid_minor);
  if (amount === 0n) return { ...row, reports: Math.max(row.reports, 1) };
  const { account_id, store_id, mode, gateway, currency } = row;
  const reference = `${store_id}/${mode}/${gateway}/${row.id}/${importId}`;
  await postAll(tx, [
    {
      ...{ account_id, store_id, mode, gateway, currency, intent_id: null, attempt_id: null, at: new Date(nowMs) },
      posting: { kind: 'payout', reference, amount },
    },
  ]);
  return { ...row, paid_minor: row.lines_minor, reports: row.reports + 1 };
}

function judge(row: PayoutRow, adjusted: bigint): JudgedPayout {
  return judgePayout({
    paid: BigInt(row.paid_minor) - adjusted,
    returned: BigInt(row.returned_minor),
    reports: row.reports,
    linesSum: BigInt(row.lines_minor),
    lines: row.lines,
  });
}

function subjectOf({ payout_id: payoutId, currency }: PayoutRow): string {
  return `${payoutId} ${currency}`;
}

function exceptionOf(row: PayoutRow, { exception, difference }: JudgedPayout): FoundException {
  const { payout_id: payoutId, currency } = row;
  const sum = BigInt(row.lines_minor);
  const paid = sum + difference;
  const text = (minor: bigint): string => `${fromMinorUnits(minor, currency)} ${currency}`;
  const why =
    exception === 'unknown_payout'
      ? `the gateway reports a payout of ${text(paid)}, and no line that it pays`
      : `the gateway paid ${text(paid)}, and the lines of the payout sum to ${text(sum)}`;
  const kind = exception as NonNullable<JudgedPayout['exception']>;
  const amounts = { expected: sum, actual: paid, gross: difference, fee: 0n };
  return { kind, subject: subjectOf(row), payoutId, currency, why, ...amounts };
}

/** Writes the new status with its events. `payout.reconciled` follows `payout.paid`, at once or later. */
async function publishChange(
  tx: PoolClient,
  { before, payout, judged }: { before: PayoutRow; payout: PayoutRow; judged: JudgedPayout },
  now: Date,
): Promise<void> {
  const { status } = judged;
  const isPaidNow = before.status === 'open' && (status === 'paid' || status === 'reconciled');
  const types = [
    ...(isPaidNow ? [PAYOUT_EVENT.paid] : []),
    ...(status !== before.status && status === 'reconciled' ? [PAYOUT_EVENT.reconciled] : []),
    ...(status !== before.status && status === 'returned' ? [PAYOUT_EVENT.returned] : []),
  ];
  if (status === before.status && payout === before) return;
  const row = { ...payout, status, revision: before.revision + Math.max(types.length, 1) };
  await tx.query({
    name: 'change-payout',
    text: `UPDATE payout SET status = $3, paid_minor = $4, reports = $5, revision = $6
      WHERE account_id = $1 AND id = $2`,
    values: [row.account_id, row.id, status, row.paid_minor, row.reports, row.revision],
  });
  const data = notificationOf(row, now);
  const about = { source: '/qafila/payment', subject: row.id, owner: ownerOf(row), traceparent: currentTraceparent() };
  const events = types.map((type, at) =>
    cloudEvent({ ...about, aggregateVersion: before.revision + at + 1, type, data }),
  );
  await publishAll(tx, TOPICS.paymentEvents, events);
}

function notificationOf(row: PayoutRow, now: Date): PayoutNotification {
  const major = (minor: string | bigint): number => majorNumber(BigInt(minor), row.currency);
  return {
    version: 1,
    _id: row.id,
    payout_id: row.payout_id,
    gateway: row.gateway,
    status: row.status as PayoutNotification['status'],
    currency: row.currency,
    amount: major(BigInt(row.paid_minor) - BigInt(row.returned_minor)),
    lines: row.lines,
    lines_amount: major(row.lines_minor),
    paid_at: row.at.toISOString(),
    updated_at: now.toISOString(),
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
}
