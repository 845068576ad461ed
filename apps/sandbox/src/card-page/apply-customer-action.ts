import { inTransaction } from '@qafila/runtime/in-transaction';
import { isOpen } from '../entities/payment.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { InjectedFaults } from '../faults/perform-with-faults.ts';
import { amountLever, declineByAmount } from '../levers/amount-lever.ts';
import { cardOf, RIGHT_CODE } from '../levers/test-cards.ts';
import type { TestCard } from '../levers/test-cards.ts';
import { lockPayment } from '../payments/find-payment.ts';
import { transitionPayment } from '../payments/payment.state.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';

export type CustomerAction = { kind: 'card'; card: TestCard } | { kind: 'code'; code: string } | { kind: 'cancel' };

/** Applies what the customer did on the page, once. A second press finds the payment as the first one left it. */
export async function applyCustomerAction(
  sandbox: Sandbox,
  { provider, id, reference, order_reference: order }: PaymentRow,
  action: CustomerAction,
): Promise<PaymentRow> {
  const call = { provider, operation: 'authorise', identifiers: [reference, id, order] } as const;
  return performWithFaults(sandbox, call, async (faults) => {
    const { payment, isNew } = await inTransaction(sandbox.pool, async (tx) => {
      const locked = await lockPayment(tx, provider, id);
      const next = isPayable(locked, sandbox.clock.now()) ? paymentAfter(locked, action, faults) : null;
      if (next === null) return { payment: locked, isNew: false };
      const suppressed = faults.suppressCallback || isGhostSuccess(next);
      const cause = next.status === 'challenge' ? null : { operation: 'authorise' as const, suppressed };
      return { payment: await savePayment(sandbox, tx, next, cause), isNew: true };
    });
    return { answer: payment, replyFault: isNew && isGhostSuccess(payment) ? 'ghost' : null };
  });
}

/** Whether the page still accepts the customer's input. */
export function isPayable({ status, expires_at: expiresAt }: PaymentRow, now: Date): boolean {
  return isOpen(status) && (expiresAt === null || expiresAt > now);
}

/** (payment, action) → payment; null: the action is not possible in this status. */
function paymentAfter(payment: PaymentRow, action: CustomerAction, faults: InjectedFaults): PaymentRow | null {
  if (action.kind === 'cancel') return transitionPayment(payment, 'canceled', 'C1');
  if (action.kind === 'card') {
    if (payment.status !== 'open') return null;
    const { card } = action;
    const withCard: PaymentRow = { ...payment, card_brand: card.brand, card_last4: card.number.slice(-4) };
    return card.challenge
      ? transitionPayment(withCard, 'challenge', null)
      : authorise({ ...withCard, secure: 'frictionless' }, faults);
  }
  if (payment.status !== 'challenge') return null;
  return action.code === RIGHT_CODE
    ? authorise({ ...payment, secure: 'challenged' }, faults)
    : transitionPayment({ ...payment, secure: 'failed' }, 'declined', 'A1');
}

function authorise(payment: PaymentRow, faults: InjectedFaults): PaymentRow {
  const code =
    faults.decline ??
    cardOf(payment.card_brand, payment.card_last4)?.decline ??
    declineByAmount(BigInt(payment.amount_minor ?? 0));
  return code === null
    ? transitionPayment(payment, payment.capture ? 'captured' : 'authorized', '00')
    : transitionPayment(payment, 'declined', code);
}

function isGhostSuccess({ status, amount_minor: amount }: PaymentRow): boolean {
  return (status === 'captured' || status === 'authorized') && amountLever(BigInt(amount ?? 0)) === '68';
}
