import { inTransaction } from '@qafila/runtime/in-transaction';
import type { ProviderName } from '../companies.ts';
import type { PaymentFact } from '../entities/payment.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import { unknownReference } from '../http/refusals.ts';
import type { Sandbox } from '../sandbox.ts';
import { findClaim } from './claim-reference.ts';
import { findOperation, findPayment } from './find-payment.ts';

/** Finds the payment, and the operation where the reference names one. */
export async function inquire(
  sandbox: Sandbox,
  { provider, reference, faultHeader }: { provider: ProviderName; reference: string; faultHeader?: string },
): Promise<PaymentFact> {
  const call = { provider, operation: 'inquiry', identifiers: [reference], faultHeader } as const;
  return performWithFaults(sandbox, call, async () => {
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const claim = await findClaim(tx, provider, reference);
      if (claim === null) throw unknownReference();
      const payment = await findPayment(tx, provider, claim.paymentId);
      return {
        payment,
        operation: claim.operationId === null ? null : await findOperation(tx, provider, claim.operationId),
      };
    });
    return { answer };
  });
}
