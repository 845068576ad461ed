import { sameText } from '../keys.ts';
import type { Sandbox } from '../sandbox.ts';
import { findPayment, unknownReference } from './find-payment.ts';
import { PROVIDERS } from './payment.entity.ts';
import type { PaymentRow, ProviderName } from './payment.entity.ts';

/** A page's address holds the payment's id and a seal that only we can make. */
export function pageAddress(sandbox: Sandbox, { provider, id }: { provider: ProviderName; id: string }): string {
  return sandbox.publicUrl() + pagePath(sandbox, provider, id);
}

export function pagePath(sandbox: Sandbox, provider: ProviderName, id: string): string {
  return `/${provider}/${provider === 'walletprovider' ? 'app' : 'pay'}/${id}.${seal(sandbox, provider, id)}`;
}

export async function paymentOfPage(sandbox: Sandbox, providerText: string, token: string): Promise<PaymentRow> {
  const provider = PROVIDERS.find((one) => one === providerText);
  const [id = '', given = ''] = token.split('.');
  if (provider === undefined || !sameText(given, seal(sandbox, provider, id))) throw unknownReference();
  return findPayment(sandbox.pool, provider, id);
}

function seal({ keys }: Sandbox, provider: ProviderName, id: string): string {
  return keys.derive('page', [provider, id], 32);
}
