import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Sandbox } from '../sandbox.ts';
import { findClaim } from './claim.ts';
import { findOperation, findPayment, unknownReference } from './find-payment.ts';
import type { OperationRow, PaymentRow, ProviderName } from './payment.entity.ts';

export interface Found { payment: PaymentRow; operation: OperationRow | null }

/** What became of the operation with this reference. */
export async function inquire(sandbox: Sandbox, { provider, reference, header }: { provider: ProviderName; reference: string; header?: string }): Promise<Found> {
  return perform(sandbox, { provider, operation: 'inquiry', names: [reference], header }, async () => {
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const claimed = await findClaim(tx, provider, reference);
      if (claimed === null) throw unknownReference();
      const payment = await findPayment(tx, provider, claimed.paymentId);
      return { payment, operation: claimed.operationId === null ? null : await findOperation(tx, provider, claimed.operationId) };
    });
    return { answer };
  });
}
