import { inTransaction } from '@qafila/runtime/in-transaction';
import { downByAmount } from '../levers/amount-lever.ts';
import { perform } from '../faults/perform.ts';
import type { Sandbox } from '../sandbox.ts';
import { claim } from './claim.ts';
import { findPayment } from './find-payment.ts';
import { newPayment, paymentId } from './new-payment.ts';
import { unavailableRefusal } from './operate-payment.ts';
import type { PaymentRow, ProviderName } from './payment.entity.ts';
import { savePayment } from './save-payment.ts';

export interface AskedCardPayment {
  provider: Exclude<ProviderName, 'walletprovider'>;
  reference: string;
  amount: bigint;
  currency: string;
  capture: boolean;
  returnUrl: string;
  callbackUrl: string;
  orderReference: string | null;
  language: string;
  header?: string;
}

/** Opens a hosted page; nothing moves before the customer typed a card there. */
export async function openCardPayment(sandbox: Sandbox, asked: AskedCardPayment): Promise<{ payment: PaymentRow; replayed: boolean }> {
  const { provider, reference, amount, currency, capture, orderReference } = asked;
  return perform(sandbox, { provider, operation: 'create', names: [reference, orderReference], header: asked.header }, async (met) => {
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const before = await claim(tx, { provider, reference, paymentId: paymentId(sandbox, provider, reference), operationId: null, values: ['card', amount, currency, capture, asked.returnUrl] });
      if (before !== null) return { payment: await findPayment(tx, provider, before.paymentId), replayed: true };
      const down = met.decline ?? downByAmount(amount, provider);
      if (down !== null) throw unavailableRefusal(provider, down);
      const payment = newPayment(sandbox, {
        provider, kind: 'card', reference, status: 'open', callback_url: asked.callbackUrl, amount_minor: amount.toString(), currency, capture,
        return_url: asked.returnUrl, order_reference: orderReference, language: asked.language,
      });
      return { payment: await savePayment(sandbox, tx, payment, null), replayed: false };
    });
    return { answer };
  });
}
