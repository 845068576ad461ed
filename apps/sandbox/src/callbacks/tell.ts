import type { PoolClient } from 'pg';
import { drawFault } from '../faults/draw-fault.ts';
import type { OperationName } from '../faults/fault.ts';
import { gatewayACallback } from '../gateway-a/gateway-a-view.ts';
import { gatewayBCallback } from '../gateway-b/gateway-b-view.ts';
import { LIMITS } from '../limits.ts';
import type { OperationRow, PaymentRow, ProviderName } from '../payments/payment.entity.ts';
import type { Sandbox } from '../sandbox.ts';
import { walletCallback } from '../wallet/wallet-view.ts';

/** Why a callback is made. `quiet`: its ghost success tells nobody. */
export interface Telling { operation: OperationName; quiet?: boolean; header?: string }
export interface Fact { payment: PaymentRow; operation: OperationRow | null }
export interface CallbackBody { event: string; body: Record<string, unknown> }

const BODY: Record<ProviderName, (sandbox: Sandbox, fact: Fact, id: string) => CallbackBody> = {
  'walletprovider': walletCallback, 'cardgateway-a': gatewayACallback, 'cardgateway-b': gatewayBCallback,
};
const PREFIX: Record<ProviderName, string> = { 'walletprovider': 'wev_', 'cardgateway-a': 'evt_', 'cardgateway-b': 'ntf-' };

/** One callback, written with what it tells of. A ghost's is written too, as lost, so that it can be looked at and sent after all. */
export async function tell(sandbox: Sandbox, tx: PoolClient, { payment, operation, telling }: Fact & { telling: Telling }): Promise<void> {
  const { provider, sequence } = payment;
  const names = [operation?.reference ?? payment.reference, payment.reference, payment.id, payment.order_reference];
  const fault = await drawFault(sandbox, { provider, operation: telling.operation, names, header: telling.header }, 'callback', tx);
  const id = PREFIX[provider] + sandbox.keys.derive('callback', [provider, payment.id, String(sequence)], 24);
  const { event, body } = BODY[provider](sandbox, { payment, operation }, id);
  const waits = fault?.effect === 'callback_delay' || fault?.effect === 'callback_reorder';
  const dueAt = sandbox.clock.after(waits ? fault.ms ?? LIMITS.callbackDelayMsDefault : 0);
  await tx.query(`
    INSERT INTO callback (id, provider, payment_id, sequence, event, url, body, state, held, overtaken, copies_left, bad_signature, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  [id, provider, payment.id, sequence, event, payment.callback_url, JSON.stringify(body), telling.quiet || fault?.effect === 'callback_lost' ? 'lost' : 'due',
    fault?.effect === 'callback_reorder', waits, fault?.effect === 'callback_duplicate' ? 1 : 0, fault?.effect === 'callback_bad_signature', dueAt, sandbox.clock.now()]);
}
