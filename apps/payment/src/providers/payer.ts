/** Who pays. Empty texts stand for what the merchant did not send. */
export interface Buyer {
  name: string;
  email: string;
  phone: string;
}

export interface PostalAddress {
  name: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  /** As the merchant spells it: a name or an ISO 3166 code. */
  country: string;
  phone: string;
}

/** One line of the order. Amounts are minor units of the payment's currency, and the lines sum to its amount. */
export interface LineItem {
  reference: string;
  name: string;
  quantity: number;
  unitAmount: bigint;
}

type Sent = Record<string, unknown>;

export function buyerOf(customer: { name: string | null; email: string | null; phone: string | null }): Buyer {
  return { name: customer.name ?? '', email: customer.email ?? '', phone: customer.phone ?? '' };
}

/** The address of §4.11 in the form that gateways take. Undefined when the merchant sent none. */
export function postalAddress(sent: Sent): PostalAddress | undefined {
  const text = (name: string): string => (typeof sent[name] === 'string' ? sent[name] : '');
  const address = {
    name: [text('firstName'), text('lastName')].filter((part) => part !== '').join(' '),
    line1: text('address1'),
    line2: text('address2'),
    city: text('city'),
    region: text('province'),
    postalCode: text('zip'),
    country: text('country'),
    phone: text('phone'),
  };
  return Object.values(address).every((part) => part === '') ? undefined : address;
}

/** The contract has no order lines, so the order is one line. */
export function orderItems(order: { amount: bigint; orderReference: string; description: string }): LineItem[] {
  const { amount, orderReference, description } = order;
  return [{ reference: orderReference, name: description || orderReference, quantity: 1, unitAmount: amount }];
}
