import { unsupported } from '../providers/capabilities.ts';
import type { WantedPayment } from '../providers/capabilities.ts';
import type { Method } from '../providers/methods.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { offeredMethods } from './intent-with-store.ts';
import type { IntentWithStore } from './intent-with-store.ts';
import type { IntentRow } from './intent.entity.ts';

/** The facts of an intent that a gateway may not support. */
export function wantedPayment(row: IntentRow, method: Method): WantedPayment {
  return {
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    country: String(row.shipping.country ?? row.billing.country ?? ''),
    method,
    // Wallets capture with the payment, whatever was wanted.
    captureMode: method === 'card' ? row.capture_method : undefined,
  };
}

/** A method, and the gateways that can take this payment by it. */
export interface PayableMethod<Gateway> {
  method: Method;
  gateways: readonly Gateway[];
}

/** Whether the page offers to keep the card: the merchant wants it, and a gateway that can take the payment can. */
export function offersToSave(
  { row }: Pick<IntentWithStore, 'row'>,
  payable: readonly PayableMethod<Pick<PaymentProvider, 'capabilities'>>[],
): boolean {
  const card = payable.find(({ method }) => method === 'card');
  const isPossible = card?.gateways.some(({ capabilities }) => capabilities.savesInstruments) === true;
  return row.save_for !== null && isPossible;
}

/** What the page offers: of the offered methods those by which a gateway can take this amount in this currency. */
export function payableMethods<Gateway extends Pick<PaymentProvider, 'type' | 'methods' | 'capabilities'>>(
  intent: Pick<IntentWithStore, 'row' | 'store'>,
  available: readonly Gateway[],
): PayableMethod<Gateway>[] {
  const { row } = intent;
  const candidates = row.gateway === null ? available : available.filter(({ type }) => type === row.gateway);
  return offeredMethods(intent, available)
    .map((method) => ({
      method,
      gateways: candidates.filter((gateway) => unsupported(gateway, wantedPayment(row, method)) === null),
    }))
    .filter(({ gateways }) => gateways.length > 0);
}
