import type { PaymentDependencies } from '../dependencies.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { OperationRequest, ProviderReport } from '../providers/provider.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { applyReport } from './apply-report.ts';
import type { AppliedReport } from './apply-report.ts';
import { callProvider } from './call-provider.ts';
import { openManualReview } from './open-manual-review.ts';
import { isDecided } from './report-meaning.ts';

/** The payment that an operation captures, voids or refunds: our id of it, and the provider's. */
interface Payment {
  id: string;
  reference: string | null;
}

/** What every call about an operation sends to the provider. Without `payment` the operation is the payment. */
export function operationRequestOf(
  operation: OperationRow,
  currency: string,
  payment: Payment = { id: operation.id, reference: operation.gateway_reference },
): OperationRequest {
  return {
    id: operation.id,
    store: ownerOf(operation),
    amount: BigInt(operation.amount_minor),
    currency,
    reference: payment.reference,
    paymentId: payment.id,
    startedAtMs: operation.started_at.getTime(),
    ...(operation.kind === 'capture' ? { finalCapture: operation.final_capture !== false } : {}),
  };
}

const needless = (message: string): ProviderReport => ({ kind: 'declined', as: 'FAILED', then: 'none', message });
const NOTHING_TO_RETURN = needless('The money is returned already');
const NOTHING_TO_CAPTURE = needless('The authorisation has ended');

/**
 * Requests a capture, void, refund or reversal that is committed already. A repeat is safe, because the operation's id
 * is the idempotency key.
 */
export async function runOperation(
  deps: PaymentDependencies,
  operation: OperationRow,
  currency: string,
): Promise<AppliedReport> {
  const { report, latencyMs } = await callProvider(async (): Promise<ProviderReport> => {
    const provider = await deps.providers.of(operation);
    const payment = await findPayment(deps, operation);
    const reference = payment.reference ?? (await fetchReference(deps, payment.operation, currency));
    if (reference === null) return { kind: 'unknown', why: 'the provider has not named its reference of this payment' };
    const request = operationRequestOf(operation, currency, { id: payment.id, reference });
    // An earlier capture may have succeeded after all.
    if (operation.try_no !== null && operation.kind === 'capture' && payment.status !== 'AUTHORIZED')
      return NOTHING_TO_CAPTURE;
    if (operation.kind === 'capture') return provider.capture(request);
    if (operation.kind === 'void') return provider.void(request);
    if (operation.kind === 'refund') return provider.refund(request);
    // An authorisation is voided; captured money is refunded. An earlier return may have succeeded after all.
    if (payment.status === 'AUTHORIZED') return provider.void(request);
    return payment.status === 'LATE_CAPTURED' ? provider.refund(request) : NOTHING_TO_RETURN;
  });
  return applyReport(deps, { operation, report, latencyMs, actor: 'gateway' });
}

/** The attempt with the operation that took its money; the columns of a missing one are null. */
type Paid = (OperationRow | { id: null }) & {
  attempt_status: AttemptRow['status'];
  attempt_reference: string | null;
};

/** The payment of an operation. Rows of an older version may have no operation that took it. */
async function findPayment(
  { pool }: PaymentDependencies,
  { account_id: accountId, id, attempt_id: attemptId }: OperationRow,
): Promise<Payment & { status: AttemptRow['status']; operation: OperationRow | undefined }> {
  const { rows } = await pool.query<Paid>({
    name: 'payment-of-operation',
    text: `
      SELECT o.*, a.status AS attempt_status, a.gateway_reference AS attempt_reference FROM attempt a
      LEFT JOIN operation o ON o.account_id = a.account_id AND o.attempt_id = a.id AND o.kind IN ('pay', 'charge')
      WHERE a.account_id = $1 AND a.id = $2`,
    values: [accountId, attemptId],
  });
  const { attempt_status: status, attempt_reference: reference, ...found } = rows[0] as Paid;
  const operation = found.id === null ? undefined : (found as OperationRow);
  return { id: operation?.id ?? id, reference, status, operation };
}

/**
 * Asks the provider for its reference of the payment. Before a manual review resolves a payment, no report may have
 * named it.
 */
async function fetchReference(
  { providers }: PaymentDependencies,
  payment: OperationRow | undefined,
  currency: string,
): Promise<string | null> {
  if (payment === undefined) return null;
  const provider = await providers.of(payment);
  const known = await provider.inquire({ ...operationRequestOf(payment, currency), kind: payment.kind });
  return 'reference' in known ? (known.reference ?? null) : null;
}

/**
 * Inquires an operation with an unknown result. "Not found" proves that nothing happened only when no call can be under
 * way.
 */
export async function inquire(
  deps: PaymentDependencies,
  operation: OperationRow,
  currency: string,
): Promise<AppliedReport> {
  const isPayment = operation.kind === 'pay' || operation.kind === 'charge';
  const { revision } = await findIntent(deps, operation);
  // No call can still be under way when the provider is asked, so it sees all that will ever be there.
  const proves = deps.clock() - operation.started_at.getTime() >= INQUIRY.notFoundProvesAfterMs;
  const cursor = operation.state === 'pending' ? operation.inquiry_cursor : null;
  const { report, latencyMs } = await callProvider(async () => {
    const [provider, payment] = await Promise.all([deps.providers.of(operation), findPayment(deps, operation)]);
    return provider.inquire({ ...operationRequestOf(operation, currency, payment), kind: operation.kind, cursor });
  });
  // The provider never received this capture, void or refund. It is requested again under the same id.
  if (report.kind === 'not_found' && !isPayment && operation.state === 'pending')
    return runOperation(deps, operation, currency);
  // The intent no longer waits for this payment. The provider is asked to abandon it, and a later inquiry shows the
  // result.
  if ((report.kind === 'pending' || report.kind === 'action') && isPayment)
    await abandonIfOver(deps, operation, { currency, known: report.reference });
  if (proves && report.kind === 'unknown' && report.cursor !== undefined)
    await keepCursor(deps, operation, report.cursor);
  const isReliable = report.kind !== 'not_sent' && (report.kind !== 'not_found' || proves);
  const reliableReport: ProviderReport = isReliable
    ? report
    : { kind: 'unknown', why: 'the provider does not know the result' };
  return applyReport(deps, { operation, report: reliableReport, latencyMs, actor: 'inquiry', revision });
}

/**
 * The next inquiry goes on from there, and soon. Of two inquiries at the same time each has searched all before its own
 * cursor, so either may be kept.
 */
async function keepCursor(
  { pool, clock }: PaymentDependencies,
  { account_id: accountId, id }: OperationRow,
  cursor: string,
): Promise<void> {
  await pool.query(
    `UPDATE operation SET inquiry_cursor = $3, inquire_at = least(inquire_at, $4)
    WHERE account_id = $1 AND id = $2 AND state = 'pending'`,
    [accountId, id, cursor, new Date(clock() + INQUIRY.soonMs)],
  );
}

/** `known` is the reference that the inquiry found and that is not written yet. */
async function abandonIfOver(
  deps: PaymentDependencies,
  operation: OperationRow,
  { currency, known }: { currency: string; known: string | undefined },
): Promise<void> {
  if ((await findIntent(deps, operation)).open_attempt === operation.attempt_id) return;
  const reference = known ?? (await findPayment(deps, operation)).reference;
  const request = operationRequestOf(operation, currency, { id: operation.id, reference });
  await withinDeadline(async () => (await deps.providers.of(operation)).abandon(request)).catch((error: unknown) =>
    deps.log.warn({ operation: operation.id, error: (error as Error).message }, 'payment.abandon_failed'),
  );
}

async function findIntent(
  { pool }: PaymentDependencies,
  { account_id: accountId, intent_id: id }: OperationRow,
): Promise<Pick<IntentRow, 'revision' | 'open_attempt'>> {
  const {
    rows: [row],
  } = await pool.query<IntentRow>('SELECT revision, open_attempt FROM intent WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ]);
  return row as IntentRow;
}

/**
 * A call that says the opposite of a settled operation may be late itself: callbacks come in any order. So the provider
 * is asked. When it gives no clear answer, a person must look, because the call is not forgotten.
 */
export async function confirmOpposite(
  deps: PaymentDependencies,
  operation: OperationRow,
  currency: string,
  report: ProviderReport,
): Promise<void> {
  const { operation: now, report: answer } = await inquire(deps, operation, currency);
  if (isDecided(answer)) return;
  const why = `a call reports ${report.kind} for this ${operation.kind}, which is ${now.state}; an inquiry is unclear`;
  await openManualReview(deps, now, { queue: 'contradiction', why });
}
