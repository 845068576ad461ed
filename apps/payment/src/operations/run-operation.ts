import type { AttemptRow } from '../intents/intent.entity.ts';
import { INQUIRY } from '../limits.ts';
import type { Payments } from '../payments.ts';
import type { Asked, Outcome } from '../providers/provider.ts';
import { applyOutcome, queueForPerson } from './apply-outcome.ts';
import type { Applied } from './apply-outcome.ts';
import type { OperationRow } from './operation.ts';
import { timed } from './timed.ts';

/** What every call about an operation tells the gateway. */
export function askedOf(operation: OperationRow, currency: string): Asked {
  return { id: operation.id, amount: BigInt(operation.amount_minor), currency, reference: operation.gateway_reference };
}

/** Asks for a capture, void, refund or reversal that is committed already. Repeating it is safe: the gateway knows its id. */
export async function runOperation(payments: Payments, operation: OperationRow, currency: string): Promise<Applied> {
  const { outcome, latencyMs } = await timed(async (): Promise<Outcome> => {
    const provider = payments.providers.of(operation.gateway);
    const attempt = await findAttempt(payments, operation);
    const reference = attempt.gateway_reference ?? await referenceAt(payments, operation, currency);
    if (reference === null) return { kind: 'unknown', why: 'the gateway has not said what it calls this payment' };
    const asked = { ...askedOf(operation, currency), reference };
    if (operation.kind === 'capture') return provider.capture(asked);
    if (operation.kind === 'void') return provider.void(asked);
    if (operation.kind === 'refund') return provider.refund(asked);
    // An authorisation is let go of; captured money goes back.
    return attempt.status === 'AUTHORIZED' ? provider.void(asked) : provider.refund(asked);
  });
  return settle(payments, operation, { outcome, latencyMs, actor: 'gateway' });
}

async function findAttempt({ pool }: Payments, { account_id: accountId, attempt_id: id }: OperationRow): Promise<Pick<AttemptRow, 'status' | 'gateway_reference'>> {
  const { rows: [attempt] } = await pool.query<AttemptRow>('SELECT status, gateway_reference FROM attempt WHERE account_id = $1 AND id = $2', [accountId, id]);
  return attempt as AttemptRow;
}

/** Of a payment that a person resolved the gateway has told us nothing yet: by our id it says what it calls it. */
async function referenceAt({ pool, providers }: Payments, operation: OperationRow, currency: string): Promise<string | null> {
  const { rows: [payment] } = await pool.query<OperationRow>("SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND kind IN ('pay', 'charge')", [operation.account_id, operation.attempt_id]);
  if (payment === undefined) return null;
  const known = await providers.of(payment.gateway).inquire({ ...askedOf(payment, currency), kind: payment.kind });
  return 'reference' in known ? known.reference ?? null : null;
}

/** Asks what became of an operation whose outcome is not known. "Not found" proves that nothing happened only when no call can be under way. */
export async function inquire(payments: Payments, operation: OperationRow, currency: string): Promise<Applied> {
  const isPayment = operation.kind === 'pay' || operation.kind === 'charge';
  const { outcome, latencyMs } = await timed(() => payments.providers.of(operation.gateway).inquire({ ...askedOf(operation, currency), kind: operation.kind }));
  // It never heard of the order to capture, void or give back: it hears of it now, under the same id.
  if (outcome.kind === 'not_found' && !isPayment) return runOperation(payments, operation, currency);
  // Nobody waits for it any more: the gateway is told to let go, and asked again later.
  if ((outcome.kind === 'pending' || outcome.kind === 'redirect') && isPayment) await abandonIfOver(payments, operation);
  const ageMs = payments.clock() - operation.started_at.getTime();
  const proves = outcome.kind !== 'not_found' || ageMs >= INQUIRY.notFoundProvesAfterMs;
  const believed: Outcome = proves && outcome.kind !== 'not_sent' ? outcome : { kind: 'unknown', why: 'the gateway could not say' };
  return settle(payments, operation, { outcome: believed, latencyMs, actor: 'inquiry' });
}

async function abandonIfOver(payments: Payments, operation: OperationRow): Promise<void> {
  const { rows: [row] } = await payments.pool.query<{ open_attempt: string | null }>('SELECT open_attempt FROM intent WHERE account_id = $1 AND id = $2', [operation.account_id, operation.intent_id]);
  if (row?.open_attempt === operation.attempt_id) return;
  await payments.providers.of(operation.gateway).abandon(operation.id).catch((error: unknown) => payments.log.warn({ operation: operation.id, error: (error as Error).message }, 'payment.abandon_failed'));
}

async function settle(payments: Payments, operation: OperationRow, heard: { outcome: Outcome; latencyMs: number; actor: 'gateway' | 'inquiry' }): Promise<Applied> {
  // Nobody is there to hear that a reversal was refused: a person sees to it, and it is tried again. A gateway that is away refuses nothing.
  if (operation.kind === 'reverse' && heard.outcome.kind === 'declined') {
    await queueForPerson(payments, operation, { queue: 'reversal_refused', why: heard.outcome.message ?? '' });
  }
  return applyOutcome(payments, { operation, ...heard });
}
