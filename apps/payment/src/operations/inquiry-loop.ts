import { forgetAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { changeIntent } from '../intents/change-intent.ts';
import { holdIntent } from '../intents/held-intent.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { expireTokens, inquireTokens } from '../tokens/expire-tokens.ts';
import { newOperation } from './operation.ts';
import { queueForPerson } from './apply-outcome.ts';
import type { OperationRow } from './operation.ts';
import { inquire, runOperation } from './run-operation.ts';

/** Finishes what nobody waits for: unknown outcomes, reversals, pages whose time is over. Leases in the rows share it out. */
export class InquiryLoop extends BackgroundLoop {
  constructor(payments: Payments) {
    super({
      name: 'inquiry', log: payments.log, restFirstMs: INQUIRY.everyMs, restAfterFailureMs: INQUIRY.everyMs,
      round: async () => { await inquiryRound(payments); return INQUIRY.everyMs; },
    });
  }
}

/** One round; answers how much it found to do. */
export async function inquiryRound(payments: Payments): Promise<number> {
  const due = await takeDue(payments);
  // At once: a gateway that hangs holds up its own payments, not those of the others.
  await Promise.all(due.map((operation) => follow(payments, operation).catch((error: unknown) => failed(payments, operation, error))));
  const expired = await expireIntents(payments);
  const lapsed = await voidLapsed(payments);
  await forgetAnswers(payments);
  return due.length + expired + lapsed + await inquireTokens(payments) + await expireTokens(payments);
}

type Due = OperationRow & { currency: string; intent_expires_at: Date };

/** Moved on before it is asked, so that a crash, or another process, does not ask at the same moment. Distances grow to a minute. */
async function takeDue(payments: Payments): Promise<Due[]> {
  const now = payments.clock();
  const { rows } = await payments.pool.query<Due>(`
    UPDATE operation o SET inquiries = inquiries + 1, inquire_at = $1::timestamptz + least($2 * (1 + o.inquiries), $3) * interval '1 ms'
    FROM (SELECT account_id, id FROM operation WHERE state = 'pending' AND inquire_at <= $1 ORDER BY inquire_at LIMIT $4 FOR UPDATE SKIP LOCKED) due, intent i
    WHERE o.account_id = due.account_id AND o.id = due.id AND i.account_id = o.account_id AND i.id = o.intent_id
    RETURNING o.*, i.currency, i.expires_at AS intent_expires_at`, [new Date(now), INQUIRY.firstMs, INQUIRY.gapMsMax, INQUIRY.perRoundMax]);
  return rows;
}

async function follow(payments: Payments, operation: Due): Promise<void> {
  const isFirst = operation.kind === 'reverse' && operation.inquiries === 1;
  const { operation: now, held } = isFirst ? await runOperation(payments, operation, operation.currency) : await inquire(payments, operation, operation.currency);
  // A person has it already, and knows why: another queue's name would hide that.
  if (now.state !== 'pending' || now.queue !== null) return;
  // While the customer is at the gateway's page or in his app, time is his; else it is ours.
  const since = held.row.status === 'requires_action' ? held.row.expires_at.getTime() : now.started_at.getTime();
  if (payments.clock() - since < INQUIRY.personAfterMs) return;
  await queueForPerson(payments, now, { queue: 'unknown_outcome', why: `the gateway has not said what became of this ${now.kind}` });
}

async function failed(payments: Payments, operation: Due, error: unknown): Promise<void> {
  payments.log.warn({ operation: operation.id, error: (error as Error).message }, 'inquiry.failed');
  if (operation.queue === null && payments.clock() - operation.started_at.getTime() >= INQUIRY.personAfterMs) await queueForPerson(payments, operation, { queue: 'unknown_outcome', why: (error as Error).message });
}

interface Expiring { account_id: string; id: string; open_attempt: string | null; currency: string }

/** A page whose time is over. An attempt still open is asked for first: a payment that arrived in time is none too late. */
async function expireIntents(payments: Payments): Promise<number> {
  const { rows } = await payments.pool.query<Expiring>(`
    SELECT account_id, id, open_attempt, currency FROM intent WHERE expires_at <= $1 AND status IN ('requires_payment_method', 'requires_action')
    ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`, [new Date(payments.clock())]);
  await Promise.all(rows.map((row) => expire(payments, row).catch((error: unknown) => notDone(payments, row.id, error))));
  return rows.length;
}

async function expire(payments: Payments, { account_id: accountId, id, open_attempt: open, currency }: Expiring): Promise<void> {
  const { rows: [operation] } = open === null ? { rows: [] } : await payments.pool.query<OperationRow>(
    "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'", [accountId, open]);
  // What cannot be learned now is asked for after the end too.
  if (operation !== undefined) await inquire(payments, operation, currency).catch((error: unknown) => notDone(payments, id, error));
  await inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, accountId, id);
    if (held !== undefined) await changeIntent(payments, tx, held, { command: { kind: 'expire' }, actor: 'clock', note: 'the time to pay is over' });
  });
  payments.onCommit();
}

/** One that cannot be finished keeps none of the others waiting: it is found again. */
function notDone({ log }: Payments, intent: string, error: unknown): void {
  log.warn({ intent, error: (error as Error).message }, 'inquiry.failed');
}

/** Banks let go of an authorisation after some days; we do before them, and say so. */
async function voidLapsed(payments: Payments): Promise<number> {
  const { rows } = await payments.pool.query<{ account_id: string; id: string }>(`
    SELECT account_id, id FROM intent WHERE status = 'requires_capture' AND asked IS NULL AND updated_at <= $1 LIMIT ${INQUIRY.perRoundMax}`,
  [new Date(payments.clock() - LIMITS.authorisedMs)]);
  for (const { account_id: accountId, id } of rows) {
    await inTransaction(payments.pool, async (tx) => {
      const held = await holdIntent(tx, accountId, id);
      const open = held?.attempts.find((attempt) => attempt.is_open);
      if (held === undefined || open === undefined || held.row.asked !== null || held.row.status !== 'requires_capture') return;
      await changeIntent(payments, tx, held, { command: { kind: 'askVoid' }, actor: 'clock', note: 'nobody captured it' });
      await newOperation(tx, open, { kind: 'void', amount: BigInt(held.row.amount_minor), nowMs: payments.clock(), due: true });
    }).catch((error: unknown) => notDone(payments, id, error));
  }
  return rows.length;
}
