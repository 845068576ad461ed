import type { PoolClient } from 'pg';
import { drawFault } from '../faults/draw-fault.ts';
import type { OperationName } from '../faults/fault.ts';
import { gatewayACallback } from '../gateway-a/gateway-a-view.ts';
import { gatewayBCallback } from '../gateway-b/gateway-b-view.ts';
import type { OperationRow, PaymentRow, ProviderName } from '../payments/payment.entity.ts';
import type { Sandbox } from '../sandbox.ts';
import { walletCallback } from '../wallet/wallet-view.ts';
import { callbackId, keepCallback } from './keep-callback.ts';

/** Why a callback is made. `quiet`: its ghost success tells nobody. */
export interface Telling { operation: OperationName; quiet?: boolean; header?: string }
export interface Fact { payment: PaymentRow; operation: OperationRow | null }
export interface CallbackBody { event: string; body: Record<string, unknown> }

const BODY: Record<ProviderName, (sandbox: Sandbox, fact: Fact, id: string) => CallbackBody> = {
  'walletprovider': walletCallback, 'cardgateway-a': gatewayACallback, 'cardgateway-b': gatewayBCallback,
};

/** One callback, written with what it tells of. A ghost's is written too, as lost, so that it can be looked at and sent after all. */
export async function tell(sandbox: Sandbox, tx: PoolClient, { payment, operation, telling }: Fact & { telling: Telling }): Promise<void> {
  const { provider, id: subject, sequence, callback_url: url } = payment;
  const names = [operation?.reference ?? payment.reference, payment.reference, payment.id, payment.order_reference];
  const fault = await drawFault(sandbox, { provider, operation: telling.operation, names, header: telling.header }, 'callback', tx);
  const id = callbackId(sandbox, { provider, subject, sequence });
  await keepCallback(sandbox, tx, { provider, subject, sequence, id, url, ...BODY[provider](sandbox, { payment, operation }, id), fault, lost: telling.quiet, copies: 0 });
}
