import type { PoolClient } from 'pg';
import { callbackId, insertCallback } from '../callbacks/insert-callback.ts';
import type { PaymentFact } from '../entities/payment.entity.ts';
import { drawFault } from '../faults/draw-fault.ts';
import type { OperationName } from '../faults/fault.ts';
import type { Sandbox } from '../sandbox.ts';

/** The operation that causes a callback. `suppressed`: a ghost success stores its callback, and does not send it. */
export interface CallbackCause {
  operation: OperationName;
  suppressed?: boolean;
  faultHeader?: string;
}

/**
 * Stores one callback in the transaction of the change that it reports. A suppressed one is stored as lost: control can
 * show and send it.
 */
export async function insertPaymentCallback(
  sandbox: Sandbox,
  tx: PoolClient,
  { payment, operation, cause }: PaymentFact & { cause: CallbackCause },
): Promise<void> {
  const { provider, id: subject, sequence, callback_url: url } = payment;
  const identifiers = [
    operation?.reference ?? payment.reference,
    payment.reference,
    payment.id,
    payment.order_reference,
  ];
  const call = { provider, operation: cause.operation, identifiers, faultHeader: cause.faultHeader };
  const fault = await drawFault(sandbox, call, 'callback', tx);
  const id = callbackId(sandbox, { provider, subject, sequence });
  await insertCallback(sandbox, tx, {
    provider,
    subject,
    sequence,
    id,
    url,
    ...sandbox.callbackFormats.payment[provider](sandbox, { payment, operation }, id),
    fault,
    suppressed: cause.suppressed,
    copies: 0,
  });
}
