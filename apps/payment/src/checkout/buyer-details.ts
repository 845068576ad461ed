import type { PoolClient } from 'pg';
import type { Customer } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { LIMITS } from '../limits.ts';
import { digitsOf } from '../pages/read-forms.ts';
import type { BuyerField } from '../providers/capabilities.ts';
import type { PaymentProvider } from '../providers/provider.ts';

export type Details = Partial<Record<BuyerField, string>>;

/** What these gateways need of the customer, and the merchant did not send. */
export function missingDetails(
  customer: Customer,
  gateways: readonly Pick<PaymentProvider, 'capabilities'>[],
): BuyerField[] {
  const needed = new Set(gateways.flatMap(({ capabilities }) => capabilities.buyer ?? []));
  return [...needed].filter((name) => (customer[name] ?? '') === '');
}

/** What the customer typed, where it can be true; digits of our three languages. */
export function readDetails(form: Record<string, unknown> = {}): Details {
  const text = (name: BuyerField): string => (typeof form[name] === 'string' ? form[name].trim() : '');
  const [name, email, digits] = [text('name'), text('email'), digitsOf(text('phone'))];
  const fits = (value: string): boolean => value.length <= LIMITS.textCharactersMax && !/\p{Cc}/u.test(value);
  return {
    ...(name.length >= 2 && fits(name) ? { name } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && fits(email) ? { email } : {}),
    ...(/^\+?\d{7,15}$/.test(digits) ? { phone: digits } : {}),
  };
}

/** Completes the customer under the lock of the intent. What the merchant sent stays. */
export async function completeCustomer(tx: PoolClient, locked: LockedIntent, typed: Details): Promise<LockedIntent> {
  const { row } = locked;
  const { name, email, phone } = row.customer;
  const customer: Customer = {
    ...row.customer,
    name: name || (typed.name ?? null),
    email: email || (typed.email ?? null),
    phone: phone || (typed.phone ?? null),
  };
  await tx.query('UPDATE intent SET customer = $3 WHERE account_id = $1 AND id = $2', [
    row.account_id,
    row.id,
    JSON.stringify(customer),
  ]);
  return { ...locked, row: { ...row, customer } };
}
