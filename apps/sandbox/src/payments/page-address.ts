import { PROVIDERS } from '../companies.ts';
import type { ProviderName } from '../companies.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { unknownReference } from '../http/refusals.ts';
import { sameText } from '../keys.ts';
import type { Sandbox } from '../sandbox.ts';
import { findPayment } from './find-payment.ts';

/** A page's address contains the payment's id and a seal that only the sandbox can make. */
export function pageAddress(sandbox: Sandbox, { provider, id }: Pick<PaymentRow, 'provider' | 'id'>): string {
  return sandbox.publicUrl() + pagePath(sandbox, provider, id);
}

export function pagePath(sandbox: Sandbox, provider: ProviderName, id: string): string {
  return `/${provider}/${provider === 'walletprovider' ? 'app' : 'pay'}/${id}.${seal(sandbox, provider, id)}`;
}

export async function paymentOfPage(sandbox: Sandbox, providerText: string, token: string): Promise<PaymentRow> {
  const provider = PROVIDERS.find((name) => name === providerText);
  const [id = '', givenSeal = ''] = token.split('.');
  if (provider === undefined || !sameText(givenSeal, seal(sandbox, provider, id))) throw unknownReference();
  return findPayment(sandbox.pool, provider, id);
}

function seal({ keys }: Sandbox, provider: ProviderName, id: string): string {
  return keys.derive('page', [provider, id], 32);
}
