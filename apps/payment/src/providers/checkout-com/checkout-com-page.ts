import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import type { LineItem, PostalAddress } from '../payer.ts';
import type { PayRequest } from '../provider.ts';
import { isExpressible, OPERATION } from './checkout-com-reports.ts';

const PRODUCTS_MAX = 1_000;
const EMAIL_CHARACTERS_MAX = 255;
/** Calling codes, of which none begins with another: one digit, two, or else three. */
const INTERNATIONAL = /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d+)$/;

/**
 * A request for a page. What the merchant did not send, or in a form that Checkout.com refuses, is left out: it must
 * not cost the payment.
 */
export function pageOf(request: PayRequest, processingChannel: string): Fields {
  const { id, amount, currency, description, orderReference, returnUrl } = request;
  return {
    amount: Number(amount),
    currency,
    reference: id,
    description: truncate(description || orderReference, 100),
    // An automatic capture is reported as an authorisation first, which the service would capture too.
    capture: false,
    processing_channel_id: processingChannel,
    allow_payment_methods: ['card'],
    '3ds': { enabled: true },
    ...peopleOf(request),
    ...productsOf(request),
    metadata: { [OPERATION]: id, order_reference: truncate(orderReference, 100) },
    success_url: returnUrl,
    failure_url: returnUrl,
    cancel_url: returnUrl,
    locale: request.language === 'ar' ? 'ar' : 'en-GB',
  };
}

function peopleOf({ buyer, billing, shipping }: PayRequest): Fields {
  const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(buyer.email) && buyer.email.length <= EMAIL_CHARACTERS_MAX;
  const phone = phoneOf(buyer.phone);
  return {
    customer: {
      ...(isEmail ? { email: buyer.email } : {}),
      ...(buyer.name === '' ? {} : { name: truncate(buyer.name, 100) }),
      ...phone,
    },
    ...placeOf('billing', billing ?? countryOnly(shipping), phone),
    ...placeOf('shipping', shipping, phone),
  };
}

/** A page needs the country of the bill. Where the order goes says no more of the cardholder than that. */
function countryOnly(shipping: PostalAddress | undefined): PostalAddress | undefined {
  const nothing = { name: '', line1: '', line2: '', city: '', region: '', postalCode: '', phone: '' };
  return shipping === undefined ? undefined : { ...nothing, country: shipping.country };
}

/** An address needs an ISO code of its country. */
function placeOf(name: 'billing' | 'shipping', sent: PostalAddress | undefined, ofBuyer: Fields): Fields {
  const country = sent?.country.trim().toUpperCase() ?? '';
  if (sent === undefined || !/^[A-Z]{2}$/.test(country)) return {};
  const parts: [string, string, number][] = [
    ['address_line1', sent.line1, 200],
    ['address_line2', sent.line2, 200],
    ['city', sent.city, 50],
    ['state', sent.region, 50],
    ['zip', sent.postalCode, 50],
  ];
  const address = Object.fromEntries(
    parts.filter(([, text]) => text !== '').map(([key, text, max]) => [key, truncate(text, max)]),
  );
  return { [name]: { address: { ...address, country }, ...(sent.phone === '' ? ofBuyer : phoneOf(sent.phone)) } };
}

function phoneOf(sent: string): Fields {
  const digits = sent.replace(/[\s().-]/g, '').replace(/^00/, '+');
  const [, code, rest] = INTERNATIONAL.exec(digits) ?? [];
  const number = rest ?? digits;
  if (!/^\d{6,25}$/.test(number)) return {};
  return { phone: { ...(code === undefined ? {} : { country_code: code }), number } };
}

/** Only lines that are the whole order: others would show the customer another total than they pay. */
function productsOf({ items, amount, currency }: PayRequest): Fields {
  const isOrder = items.reduce((sum, { quantity, unitAmount }) => sum + BigInt(quantity) * unitAmount, 0n) === amount;
  const isKnown = ({ quantity, unitAmount }: LineItem): boolean =>
    quantity >= 1 && unitAmount >= 0n && isExpressible({ amount: unitAmount, currency });
  if (!isOrder || items.length === 0 || items.length > PRODUCTS_MAX || !items.every(isKnown)) return {};
  return {
    products: items.map(({ name, quantity, unitAmount }) => ({
      name: truncate(name, 255),
      quantity,
      price: Number(unitAmount),
    })),
  };
}
