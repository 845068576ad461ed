import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Met } from '../faults/perform.ts';
import { perform } from '../faults/perform.ts';
import { amountLever, declineByAmount } from '../levers/amount-lever.ts';
import { cardOf, RIGHT_CODE } from '../levers/test-cards.ts';
import type { TestCard } from '../levers/test-cards.ts';
import { holdPayment } from '../payments/find-payment.ts';
import { movePayment } from '../payments/move-payment.ts';
import { isOpen } from '../payments/payment.entity.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';

export type CustomerStep = { kind: 'card'; card: TestCard } | { kind: 'code'; code: string } | { kind: 'cancel' };

/** What the customer did on the page, once: a second press finds the payment where the first has put it. */
export async function customerStep(sandbox: Sandbox, { provider, id, reference, order_reference: order }: PaymentRow, step: CustomerStep): Promise<PaymentRow> {
  return perform(sandbox, { provider, operation: 'authorise', names: [reference, id, order] }, async (met) => {
    const done = await inTransaction(sandbox.pool, async (tx) => {
      const payment = await holdPayment(tx, provider, id);
      if (!isOpen(payment.status) || (payment.expires_at !== null && payment.expires_at <= sandbox.clock.now())) return { payment, moved: false };
      const next = afterStep(payment, step, met);
      if (next === null) return { payment, moved: false };
      const quiet = met.quiet || (movesMoney(next) && isGhost(next));
      const telling = next.status === 'challenge' ? null : { operation: 'authorise' as const, quiet };
      return { payment: await savePayment(sandbox, tx, next, telling), moved: true };
    });
    return { answer: done.payment, lost: done.moved && movesMoney(done.payment) && isGhost(done.payment) ? 'ghost' : null };
  });
}

/** (payment, step) → payment; null: the step does not belong here. */
function afterStep(payment: PaymentRow, step: CustomerStep, met: Met): PaymentRow | null {
  if (step.kind === 'cancel') return movePayment(payment, 'canceled', 'C1');
  if (step.kind === 'card') {
    if (payment.status !== 'open') return null;
    const known: PaymentRow = { ...payment, card_brand: step.card.brand, card_last4: step.card.number.slice(-4) };
    return step.card.challenge ? movePayment(known, 'challenge', null) : decide({ ...known, secure: 'frictionless' }, met);
  }
  if (payment.status !== 'challenge') return null;
  return step.code === RIGHT_CODE ? decide({ ...payment, secure: 'challenged' }, met) : movePayment({ ...payment, secure: 'failed' }, 'declined', 'A1');
}

function decide(payment: PaymentRow, met: Met): PaymentRow {
  const code = met.decline ?? cardOf(payment.card_brand, payment.card_last4)?.decline ?? declineByAmount(BigInt(payment.amount_minor ?? 0));
  return code === null ? movePayment(payment, payment.capture ? 'captured' : 'authorized', '00') : movePayment(payment, 'declined', code);
}

function movesMoney({ status }: PaymentRow): boolean {
  return status === 'captured' || status === 'authorized';
}

function isGhost({ amount_minor: amount }: PaymentRow): boolean {
  return amountLever(BigInt(amount ?? 0)) === '68';
}
