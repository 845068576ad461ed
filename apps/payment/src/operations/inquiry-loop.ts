import { deleteExpiredAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import { expireTokens, inquireTokens } from '../tokens/finish-setups.ts';
import { openManualReview } from './open-manual-review.ts';
import { inquire, runOperation } from './run-operation.ts';

/**
 * Finishes work that no caller waits for: unknown operations, reversals and expired pages. `inquire_at` in the rows
 * divides the work between processes.
 */
export class InquiryLoop extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    super({
      name: 'inquiry',
      log: deps.log,
      restFirstMs: INQUIRY.everyMs,
      backoff: { firstMs: INQUIRY.everyMs, maxMs: INQUIRY.everyMs },
      round: async () => {
        await inquiryRound(deps);
        return INQUIRY.everyMs;
      },
    });
  }
}

/** Runs one round and returns the number of items found. */
export async function inquiryRound(deps: PaymentDependencies): Promise<number> {
  const due = await takeDue(deps);
  // All at once, so that a provider that hangs delays only its own payments.
  await Promise.all(
    due.map((operation) => followUp(deps, operation).catch((error: unknown) => reportFailure(deps, operation, error))),
  );
  const expired = await expireIntents(deps);
  const lapsed = await voidLapsed(deps);
  await deleteExpiredAnswers(deps);
  return due.length + expired + lapsed + (await inquireTokens(deps)) + (await expireTokens(deps));
}

type Due = OperationRow & { currency: string; intent_expires_at: Date };

/**
 * Moves `inquire_at` before the inquiry, so that after a crash, and in another process, the same operation is not
 * inquired at the same moment. The gaps grow to one minute.
 */
async function takeDue(deps: PaymentDependencies): Promise<Due[]> {
  const now = deps.clock();
  const { rows } = await deps.pool.query<Due>(
    `
    UPDATE operation o SET inquiries = inquiries + 1, inquire_at = $1::timestamptz + least($2 * (1 + o.inquiries),
    $3) * interval '1 ms'
    FROM (SELECT account_id, id FROM operation WHERE state = 'pending' AND inquire_at <= $1 ORDER BY inquire_at
    LIMIT $4 FOR UPDATE SKIP LOCKED) due, intent i
    WHERE o.account_id = due.account_id AND o.id = due.id AND i.account_id = o.account_id AND i.id = o.intent_id
    RETURNING o.*, i.currency, i.expires_at AS intent_expires_at`,
    [new Date(now), INQUIRY.firstMs, INQUIRY.gapMsMax, INQUIRY.perRoundMax],
  );
  return rows;
}

async function followUp(deps: PaymentDependencies, operation: Due): Promise<void> {
  const isFirst = operation.kind === 'reverse' && operation.inquiries === 1;
  const { operation: now, locked } = isFirst
    ? await runOperation(deps, operation, operation.currency)
    : await inquire(deps, operation, operation.currency);
  // It is in manual review already. Another queue's name would hide the reason.
  if (now.state !== 'pending' || now.queue !== null) return;
  // While the customer is on the provider's page or in the app, the operation may wait until the intent expires.
  const since = locked.row.status === 'requires_action' ? locked.row.expires_at.getTime() : now.started_at.getTime();
  if (deps.clock() - since < INQUIRY.reviewAfterMs) return;
  await openManualReview(deps, now, {
    queue: 'unknown_outcome',
    why: `the provider has not reported a result of this ${now.kind}`,
  });
}

async function reportFailure(deps: PaymentDependencies, operation: Due, error: unknown): Promise<void> {
  deps.log.warn({ operation: operation.id, error: (error as Error).message }, 'inquiry.failed');
  if (operation.queue === null && deps.clock() - operation.started_at.getTime() >= INQUIRY.reviewAfterMs)
    await openManualReview(deps, operation, { queue: 'unknown_outcome', why: (error as Error).message });
}

interface Expiring {
  account_id: string;
  id: string;
  open_attempt: string | null;
  currency: string;
}

/** Expires intents. An open attempt is inquired first, because its payment may have arrived in time. */
async function expireIntents(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<Expiring>(
    `
    SELECT account_id, id, open_attempt, currency FROM intent WHERE expires_at <= $1
    AND status IN ('requires_payment_method', 'requires_action')
    ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock())],
  );
  await Promise.all(rows.map((row) => expire(deps, row).catch((error: unknown) => logFailure(deps, row.id, error))));
  return rows.length;
}

async function expire(
  deps: PaymentDependencies,
  { account_id: accountId, id, open_attempt: open, currency }: Expiring,
): Promise<void> {
  const {
    rows: [operation],
  } =
    open === null
      ? { rows: [] }
      : await deps.pool.query<OperationRow>(
          "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'",
          [accountId, open],
        );
  // If this inquiry fails, the worker inquires again after the expiry.
  if (operation !== undefined)
    await inquire(deps, operation, currency).catch((error: unknown) => logFailure(deps, id, error));
  await inTransaction(deps.pool, async (tx) => {
    const locked = await lockIntent(tx, accountId, id);
    if (locked !== undefined)
      await changeIntent(deps, tx, locked, {
        command: { kind: 'expire' },
        actor: 'clock',
        note: 'the time to pay has expired',
      });
  });
  deps.onCommit();
}

/** A failure delays no other item. The next round finds the item again. */
function logFailure({ log }: PaymentDependencies, intent: string, error: unknown): void {
  log.warn({ intent, error: (error as Error).message }, 'inquiry.failed');
}

/** Banks release an authorisation after some days. We void it before that and notify the merchant. */
async function voidLapsed(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<{ account_id: string; id: string }>(
    `
    SELECT account_id, id FROM intent WHERE status = 'requires_capture' AND asked IS NULL AND updated_at <= $1
    LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock() - LIMITS.authorisedMs)],
  );
  for (const { account_id: accountId, id } of rows) {
    await inTransaction(deps.pool, async (tx) => {
      const locked = await lockIntent(tx, accountId, id);
      const open = locked?.attempts.find((attempt) => attempt.is_open);
      if (
        locked === undefined ||
        open === undefined ||
        locked.row.asked !== null ||
        locked.row.status !== 'requires_capture'
      )
        return;
      await changeIntent(deps, tx, locked, {
        command: { kind: 'requestVoid' },
        request: { attemptId: open.id, kind: 'void', amount: BigInt(locked.row.amount_minor), due: true },
        actor: 'clock',
        note: 'not captured in time',
      });
    }).catch((error: unknown) => logFailure(deps, id, error));
  }
  return rows.length;
}
