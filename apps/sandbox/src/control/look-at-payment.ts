import { inTransaction } from '@qafila/runtime/in-transaction';
import type { CallbackRow } from '../callbacks/deliver-callbacks.ts';
import { oneOf } from '../http/fields.ts';
import { gatewayACallback } from '../gateway-a/gateway-a-view.ts';
import { gatewayBCallback } from '../gateway-b/gateway-b-view.ts';
import { findPayment, holdPayment, unknownReference } from '../payments/find-payment.ts';
import { illegalStatus, movePayment } from '../payments/move-payment.ts';
import { isOpen, PROVIDERS } from '../payments/payment.entity.ts';
import type { OperationRow, PaymentRow, ProviderName } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { walletCallback } from '../wallet/wallet-view.ts';

const FACT: Record<ProviderName, (sandbox: Sandbox, fact: { payment: PaymentRow; operation: OperationRow | null }, id: string) => { body: Record<string, unknown> }> = {
  'walletprovider': walletCallback, 'cardgateway-a': gatewayACallback, 'cardgateway-b': gatewayBCallback,
};

/** By id or reference; `provider` where two providers know the same reference. */
export async function lookUp({ pool }: Sandbox, name: string, given: unknown): Promise<PaymentRow> {
  const providers = given === undefined ? PROVIDERS : [oneOf({ provider: given }, 'provider', PROVIDERS)];
  for (const provider of providers) {
    const found = await findPayment(pool, provider, name).catch(() => null);
    if (found !== null) return found;
  }
  throw unknownReference();
}

/** Everything about one payment: its provider's view, what was done to it, and what was called back. */
export async function lookAtPayment(sandbox: Sandbox, payment: PaymentRow): Promise<Record<string, unknown>> {
  const key = [payment.provider, payment.id];
  const { rows: operations } = await sandbox.pool.query<OperationRow>('SELECT * FROM operation WHERE provider = $1 AND payment_id = $2 ORDER BY created_at, id', key);
  const { rows: callbacks } = await sandbox.pool.query<CallbackRow>('SELECT * FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence', key);
  const view = (operation: OperationRow | null): unknown => {
    const { body } = FACT[payment.provider](sandbox, { payment, operation }, '');
    return body.operation ?? body.data ?? body.transaction ?? body.order;
  };
  return {
    provider: payment.provider, kind: payment.kind, status: payment.status, payment: view(null), operations: operations.map(view),
    callbacks: callbacks.map(({ id, sequence, event, url, state, attempts, last_status, due_at }) => ({ callback_id: id, sequence, event, url, state, attempts, last_status, due_at: due_at.toISOString() })),
  };
}

/** Its time is over now. */
export async function expirePayment(sandbox: Sandbox, { provider, id }: PaymentRow): Promise<PaymentRow> {
  return inTransaction(sandbox.pool, async (tx) => {
    const payment = await holdPayment(tx, provider, id);
    if (!isOpen(payment.status)) throw illegalStatus(payment.status);
    return savePayment(sandbox, tx, movePayment(payment, 'expired', provider === 'walletprovider' ? '116' : 'T1'), { operation: provider === 'walletprovider' ? 'confirm' : 'authorise' });
  });
}

/** Sends a callback once more, also one that a fault kept back. */
export async function resendCallback({ pool, clock }: Sandbox, id: string): Promise<void> {
  const { rowCount } = await pool.query("UPDATE callback SET state = 'due', held = false, overtaken = true, attempts = 0, due_at = $2 WHERE id = $1", [id, clock.now()]);
  if (rowCount === 0) throw unknownReference();
}
