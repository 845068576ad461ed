import { PROVIDERS } from '../companies.ts';
import type { ProviderName } from '../companies.ts';
import type { OperationRow, PaymentRow } from '../entities/payment.entity.ts';
import { unknownReference } from '../http/refusals.ts';
import { findPayment } from '../payments/find-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { callbackReports } from './callback-report.ts';

/** Finds a payment by id or reference. `provider` is needed where two providers know the same reference. */
export async function findReportedPayment(
  { pool }: Sandbox,
  idOrReference: string,
  wanted: ProviderName | undefined,
): Promise<PaymentRow> {
  const providers = wanted === undefined ? PROVIDERS : [wanted];
  for (const provider of providers) {
    const found = await findPayment(pool, provider, idOrReference).catch(() => null);
    if (found !== null) return found;
  }
  throw unknownReference();
}

/** Everything about one payment: the provider's view of it, its operations, and its callbacks. */
export async function paymentReport(sandbox: Sandbox, payment: PaymentRow): Promise<Record<string, unknown>> {
  const { provider, id, kind, status } = payment;
  const { rows: operations } = await sandbox.pool.query<OperationRow>(
    'SELECT * FROM operation WHERE provider = $1 AND payment_id = $2 ORDER BY created_at, id',
    [provider, id],
  );
  const format = sandbox.callbackFormats.payment[provider];
  const view = (operation: OperationRow | null): unknown => {
    const { body } = format(sandbox, { payment, operation }, '');
    return body.operation ?? body.data ?? body.transaction ?? body.order;
  };
  return {
    provider,
    kind,
    status,
    payment: view(null),
    operations: operations.map(view),
    callbacks: await callbackReports(sandbox, provider, id),
  };
}
