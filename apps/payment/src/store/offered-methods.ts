import { invalid } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import { METHODS } from '../providers/methods.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import type { StoreProviders } from '../providers/providers.ts';
import { storeProfile } from './store-profile.ts';

/** The methods that the store enabled and at least one provider supports. */
export function enabledMethods(
  storeMethods: readonly Method[] | null,
  gateways: readonly AvailableProvider[],
): Method[] {
  return METHODS.filter(
    (method) =>
      (storeMethods === null || storeMethods.includes(method)) &&
      gateways.some((gateway) => gateway.methods.includes(method)),
  );
}

/** Only the methods that the pinned provider supports, because no other provider is asked. */
export function methodsOfGateway(
  methods: readonly Method[],
  pinned: string | null,
  gateways: readonly AvailableProvider[],
): Method[] {
  return methods.filter(
    (method) =>
      pinned === null || gateways.some(({ type, methods: taken }) => type === pinned && taken.includes(method)),
  );
}

/** What a store offers: its gateways, and the methods that it enabled and they take. */
export interface StoreOffer {
  enabled: readonly Method[];
  providers: StoreProviders;
}

/** The offer by a store's current profile. */
export async function offerOfStore({ pool, providers }: PaymentDependencies, owner: Owner): Promise<StoreOffer> {
  const [profile, own] = await Promise.all([storeProfile(pool, owner), providers.ofStore(owner)]);
  return { enabled: enabledMethods(profile.methods, own.available), providers: own };
}

/** What a request says of its methods, under two names: a body with two different values is refused before. */
export interface SentMethods {
  payment_methods?: Method[] | null;
  payment_method_types?: Method[] | null;
}

/**
 * §4.11 `payment_methods`. Without it all enabled methods are offered; a list is the exact offer, and each entry must
 * be enabled at the pinned provider.
 */
export function offerOf(
  sent: SentMethods,
  { enabled: storeMethods, providers: { available } }: StoreOffer,
  gateway: string | null,
): Method[] | null {
  const param = (sent.payment_methods ?? null) === null ? 'payment_method_types' : 'payment_methods';
  const [listed, enabled] = [sent[param] ?? null, methodsOfGateway(storeMethods, gateway, available)];
  if (listed === null) {
    if (enabled.length === 0)
      throw invalid('payment_methods', 'This store has no payment method enabled.', 'no_payment_method');
    return null;
  }
  const off = listed.find((method) => !enabled.includes(method));
  if (off !== undefined)
    throw invalid(
      param,
      `${off} is not enabled for this store. Enabled: ${enabled.join(', ') || 'none'}.`,
      'method_not_enabled',
    );
  return listed;
}
