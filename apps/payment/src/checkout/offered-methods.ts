import { invalid } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { METHODS } from '../routing/choose-gateways.ts';
import type { Gateway, Method } from '../routing/choose-gateways.ts';
import type { Owner, Payments } from '../payments.ts';
import { storeProfile } from '../store/store-profile.ts';

/** What a page of this store can offer at all: what the store enabled, as far as a gateway takes it. */
export function enabledMethods(storeMethods: readonly Method[] | null, gateways: readonly Gateway[]): Method[] {
  return METHODS.filter((method) => (storeMethods === null || storeMethods.includes(method)) && gateways.some((gateway) => gateway.methods.includes(method)));
}

/** Of those, what a gateway takes that the merchant pinned: no other one is asked. */
export function methodsOfGateway(methods: readonly Method[], pinned: string | null, gateways: readonly Gateway[]): Method[] {
  return methods.filter((method) => pinned === null || gateways.some(({ type, methods: taken }) => type === pinned && taken.includes(method)));
}

/** The same, of the store as it is set up now. */
export async function methodsOfStore({ pool, providers }: Payments, owner: Owner): Promise<Method[]> {
  return enabledMethods((await storeProfile(pool, owner)).methods, providers.gateways);
}

/** §4.11 `payment_methods`: absent offers all that are enabled; listed, only those, and each must be one that can be offered. */
export function readMethods(value: JsonValue | undefined, enabled: readonly Method[], param = 'payment_methods'): Method[] | null {
  if (value === undefined || value === null) {
    if (enabled.length === 0) throw invalid(param, 'This store has no payment method enabled.', 'no_payment_method');
    return null;
  }
  if (!Array.isArray(value)) throw invalid(param, `${param} must be an array of ${METHODS.join(', ')}.`);
  if (value.length === 0) throw invalid(param, `${param} is empty: leave it out to offer all methods, or name at least one.`);
  const listed = value.map((method, at) => known(method, `${param}.${at}`));
  const off = listed.find((method) => !enabled.includes(method));
  if (off !== undefined) throw invalid(param, `${off} is not enabled for this store. Enabled: ${enabled.join(', ') || 'none'}.`, 'method_not_enabled');
  return [...new Set(listed)];
}

function known(method: JsonValue, param: string): Method {
  const found = METHODS.find((one) => one === method);
  if (found === undefined) throw invalid(param, `${param} must be one of ${METHODS.join(', ')}.`, 'unknown_method');
  return found;
}
