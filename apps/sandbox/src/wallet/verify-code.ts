import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentRow } from '../entities/payment.entity.ts';
import type { StepRow } from '../entities/wallet.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { InjectedFaults } from '../faults/perform-with-faults.ts';
import { illegalStatus } from '../http/refusals.ts';
import { EXPIRED_CODE, RIGHT_CODE } from '../levers/test-cards.ts';
import { LIMITS } from '../limits.ts';
import { findPayment, lockPayment } from '../payments/find-payment.ts';
import type { CallbackCause } from '../payments/insert-payment-callback.ts';
import { transitionPayment } from '../payments/payment.state.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { walletToken } from './wallet-view.ts';

const provider = 'walletprovider';

export interface CodeVerification {
  idOrReference: string;
  kind: PaymentRow['kind'];
  typedCode: string;
  stepId: string | null;
  faultHeader?: string;
}
export interface VerificationResult {
  payment: PaymentRow;
  code: string;
  replayed: boolean;
}

/** Verifies the one-time code that the customer typed. Only the number of wrong codes is stored. */
export async function verifyCode(sandbox: Sandbox, verification: CodeVerification): Promise<VerificationResult> {
  const found = await findPayment(sandbox.pool, provider, verification.idOrReference);
  if (found.kind !== verification.kind) throw illegalStatus(found.kind);
  const identifiers = [found.reference, found.id, found.order_reference];
  const call = { provider, operation: 'verify', identifiers, faultHeader: verification.faultHeader } as const;
  return performWithFaults(sandbox, call, async (faults) => {
    const answer = await inTransaction(sandbox.pool, (tx) =>
      verifyOnce(sandbox, tx, { verification, paymentId: found.id, faults }),
    );
    const losesReply = found.behaviour === '0006' || found.behaviour === '0007';
    return { answer, replyFault: !answer.replayed && answer.code === '000' && losesReply ? 'lost' : null };
  });
}

interface VerificationContext {
  verification: CodeVerification;
  paymentId: string;
  faults: InjectedFaults;
}

/** Answers a repeat under the same step id with the stored result, so a wrong code is counted once. */
async function verifyOnce(sandbox: Sandbox, tx: PoolClient, context: VerificationContext): Promise<VerificationResult> {
  const {
    verification: { stepId },
    paymentId,
  } = context;
  const payment = await lockPayment(tx, provider, paymentId);
  if (stepId === null) return verify(sandbox, tx, payment, context);
  const {
    rows: [step],
  } = await tx.query<Pick<StepRow, 'code'>>(
    'SELECT code FROM step WHERE provider = $1 AND payment_id = $2 AND step_id = $3',
    [provider, paymentId, stepId],
  );
  if (step !== undefined) return { payment, code: step.code, replayed: true };
  const result = await verify(sandbox, tx, payment, context);
  await tx.query('INSERT INTO step (provider, payment_id, step_id, code) VALUES ($1, $2, $3, $4)', [
    provider,
    paymentId,
    stepId,
    result.code,
  ]);
  return result;
}

async function verify(
  sandbox: Sandbox,
  tx: PoolClient,
  payment: PaymentRow,
  { verification: { typedCode, faultHeader }, faults }: VerificationContext,
): Promise<VerificationResult> {
  const isRight = typedCode === RIGHT_CODE;
  if (payment.status !== 'otp_sent') {
    if (isRight && isVerified(payment)) return { payment, code: '000', replayed: true };
    throw illegalStatus(payment.status);
  }
  // A subscription of phone 0009 gets no code in time: every code that is typed has expired.
  if (typedCode === EXPIRED_CODE || (payment.kind === 'subscription' && payment.behaviour === '0009'))
    return { payment, code: '116', replayed: false };
  const cause = { operation: 'verify' as const, suppressed: faults.suppressCallback, faultHeader };
  if (!isRight) return countWrongCode(sandbox, tx, payment, cause);
  const next = payment.kind === 'subscription' ? activate(sandbox, payment) : requestAppConfirmation(sandbox, payment);
  const code = next.status === 'failed' ? (next.code as string) : '000';
  const hasEnded = next.status === 'active' || next.status === 'failed';
  return { payment: await savePayment(sandbox, tx, next, hasEnded ? cause : null), code, replayed: false };
}

function isVerified({ status }: PaymentRow): boolean {
  return status === 'awaiting_app' || status === 'active' || status === 'completed';
}

async function countWrongCode(
  sandbox: Sandbox,
  tx: PoolClient,
  payment: PaymentRow,
  cause: CallbackCause,
): Promise<VerificationResult> {
  const counted = { ...payment, wrong_tries: payment.wrong_tries + 1 };
  if (counted.wrong_tries < LIMITS.wrongTriesMax)
    return { payment: await savePayment(sandbox, tx, counted, null), code: '024', replayed: false };
  const failed = transitionPayment(counted, 'failed', '060');
  return { payment: await savePayment(sandbox, tx, failed, cause), code: '060', replayed: false };
}

/** The app asks the customer to confirm. Some phones answer without the customer. */
function requestAppConfirmation({ clock }: Sandbox, payment: PaymentRow): PaymentRow {
  const waiting: PaymentRow = {
    ...transitionPayment(payment, 'awaiting_app', null),
    expires_at: clock.after(LIMITS.appMs),
  };
  const later = (due_status: PaymentRow['status'], due_code: string): PaymentRow => ({
    ...waiting,
    due_status,
    due_code,
    due_at: clock.after(LIMITS.laterMs),
  });
  switch (payment.behaviour) {
    case '0006':
      return later('completed', '000');
    case '0007':
      return later('failed', '058');
    case '0008':
      return later('cancelled', '112');
    default:
      return waiting;
  }
}

function activate(sandbox: Sandbox, payment: PaymentRow): PaymentRow {
  if (payment.behaviour === '0008') return transitionPayment(payment, 'failed', '112');
  if (payment.behaviour === '0007')
    return { ...payment, due_status: 'failed', due_code: '058', due_at: sandbox.clock.after(LIMITS.laterMs) };
  const digest = sandbox.keys.digest('token', walletToken(sandbox, payment.id));
  return { ...transitionPayment(payment, 'active', '000'), token_digest: digest };
}
