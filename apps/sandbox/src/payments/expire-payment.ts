import { inTransaction } from '@qafila/runtime/in-transaction';
import { isOpen } from '../entities/payment.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { illegalStatus } from '../http/refusals.ts';
import type { Sandbox } from '../sandbox.ts';
import { lockPayment } from './find-payment.ts';
import { transitionPayment } from './payment.state.ts';
import { savePayment } from './save-payment.ts';

/** Expires an open payment before its time. */
export async function expirePayment(sandbox: Sandbox, { provider, id }: PaymentRow): Promise<PaymentRow> {
  return inTransaction(sandbox.pool, async (tx) => {
    const payment = await lockPayment(tx, provider, id);
    if (!isOpen(payment.status)) throw illegalStatus(payment.status);
    const isWallet = provider === 'walletprovider';
    return savePayment(sandbox, tx, transitionPayment(payment, 'expired', isWallet ? '116' : 'T1'), {
      operation: isWallet ? 'confirm' : 'authorise',
    });
  });
}
