import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Met } from '../faults/perform.ts';
import { EXPIRED_CODE, RIGHT_CODE } from '../levers/test-cards.ts';
import { LIMITS } from '../limits.ts';
import { findPayment, holdPayment } from '../payments/find-payment.ts';
import { illegalStatus, movePayment } from '../payments/move-payment.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { walletToken } from './wallet-view.ts';

const provider = 'walletprovider';

export interface TypedCode { name: string; kind: PaymentRow['kind']; code: string; stepId: string | null; header?: string }
export interface Verified { payment: PaymentRow; code: string; replayed: boolean }

/** The one-time code, as the customer typed it. Only the count of wrong ones is kept. */
export async function verifyCode(sandbox: Sandbox, typed: TypedCode): Promise<Verified> {
  const found = await findPayment(sandbox.pool, provider, typed.name);
  if (found.kind !== typed.kind) throw illegalStatus(found.kind);
  const call = { provider, operation: 'verify', names: [found.reference, found.id, found.order_reference], header: typed.header } as const;
  return perform(sandbox, call, async (met) => {
    const answer = await inTransaction(sandbox.pool, async (tx) => verifyOnce(sandbox, tx, { typed, id: found.id, met }));
    const lost = !answer.replayed && answer.code === '000' && (found.behaviour === '0006' || found.behaviour === '0007');
    return { answer, lost: lost ? 'lost' : null };
  });
}

interface Verifying { typed: TypedCode; id: string; met: Met }

async function verifyOnce(sandbox: Sandbox, tx: PoolClient, verifying: Verifying): Promise<Verified> {
  const { typed: { stepId }, id } = verifying;
  const payment = await holdPayment(tx, provider, id);
  if (stepId === null) return verify(sandbox, tx, payment, verifying);
  const { rows: [step] } = await tx.query<{ code: string }>('SELECT code FROM step WHERE provider = $1 AND payment_id = $2 AND step_id = $3', [provider, id, stepId]);
  if (step !== undefined) return { payment, code: step.code, replayed: true };
  const verified = await verify(sandbox, tx, payment, verifying);
  await tx.query('INSERT INTO step (provider, payment_id, step_id, code) VALUES ($1, $2, $3, $4)', [provider, id, stepId, verified.code]);
  return verified;
}

async function verify(sandbox: Sandbox, tx: PoolClient, payment: PaymentRow, { typed: { code: typed, header }, met }: Verifying): Promise<Verified> {
  const isRight = typed === RIGHT_CODE;
  if (payment.status !== 'otp_sent') {
    const passed = payment.status === 'awaiting_app' || payment.status === 'active' || payment.status === 'completed';
    if (isRight && passed) return { payment, code: '000', replayed: true };
    throw illegalStatus(payment.status);
  }
  const telling = { operation: 'verify' as const, quiet: met.quiet, header };
  // A subscription whose code never comes: whatever is typed is too late.
  if (typed === EXPIRED_CODE || (payment.kind === 'subscription' && payment.behaviour === '0009')) return { payment, code: '116', replayed: false };
  if (!isRight) {
    const tried = { ...payment, wrong_tries: payment.wrong_tries + 1 };
    const isLast = tried.wrong_tries >= LIMITS.wrongTriesMax;
    const saved = await savePayment(sandbox, tx, isLast ? movePayment(tried, 'failed', '060') : tried, isLast ? telling : null);
    return { payment: saved, code: isLast ? '060' : '024', replayed: false };
  }
  const next = payment.kind === 'subscription' ? activate(sandbox, payment) : askApp(sandbox, payment);
  const code = next.status === 'failed' ? next.code as string : '000';
  const isTold = next.status === 'active' || next.status === 'failed';
  return { payment: await savePayment(sandbox, tx, next, isTold ? telling : null), code, replayed: false };
}

/** The app asks the customer; some phones answer it by themselves. */
function askApp({ clock }: Sandbox, payment: PaymentRow): PaymentRow {
  const asking: PaymentRow = { ...movePayment(payment, 'awaiting_app', null), expires_at: clock.after(LIMITS.appMs) };
  const later = (due_status: PaymentRow['status'], due_code: string): PaymentRow => ({ ...asking, due_status, due_code, due_at: clock.after(LIMITS.laterMs) });
  switch (payment.behaviour) {
    case '0006': return later('completed', '000');
    case '0007': return later('failed', '058');
    case '0008': return later('cancelled', '112');
    default: return asking;
  }
}

function activate(sandbox: Sandbox, payment: PaymentRow): PaymentRow {
  if (payment.behaviour === '0008') return movePayment(payment, 'failed', '112');
  if (payment.behaviour === '0007') return { ...payment, due_status: 'failed', due_code: '058', due_at: sandbox.clock.after(LIMITS.laterMs) };
  const digest = sandbox.keys.digest('token', walletToken(sandbox, payment.id));
  return { ...movePayment(payment, 'active', '000'), token_digest: digest };
}
