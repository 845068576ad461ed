import { truncate } from '@qafila/runtime/truncate';
import type Stripe from 'stripe';
import { countryCodeOf } from '../../country-codes.ts';
import type { PayRequest } from '../provider.ts';
import { toStripe } from './stripe-money.ts';
import { METADATA_CHARACTERS_MAX, OPERATION, ORDER } from './stripe-reports.ts';

/** Stripe refuses a page that ends within 30 minutes. */
const PAGE_SECONDS_MIN = 31 * 60;
const PAGE_SECONDS_MAX = 24 * 3_600 - 60;
const LINES_MAX = 100;
const NAME_CHARACTERS_MAX = 200;
const PHONE_CHARACTERS_MAX = 20;

type Params = Stripe.Checkout.SessionCreateParams;

/**
 * The page of a payment. The same request always gives the same parameters, because Stripe refuses others under a used
 * key. Null: Stripe cannot express the amount.
 */
export function sessionOf(request: PayRequest): Params | null {
  const { id, capture, description, orderReference, returnUrl, buyer } = request;
  const lines = linesOf(request);
  if (lines === null) return null;
  const metadata = metadataOf(request);
  const shipping = shippingOf(request);
  return {
    mode: 'payment',
    client_reference_id: id,
    payment_method_types: ['card'],
    line_items: lines,
    payment_intent_data: {
      capture_method: capture ? 'automatic' : 'manual',
      description: truncate(description || orderReference, 500),
      metadata,
      ...(shipping === undefined ? {} : { shipping }),
      ...(request.saves === true ? { setup_future_usage: 'off_session' } : {}),
    },
    // A saved card belongs to a customer of Stripe, who is made with the payment.
    ...(request.saves === true ? { customer_creation: 'always' } : {}),
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
    // The page has no Arabic and no Urdu; with `auto` the browser decides.
    locale: request.language === 'en' ? 'en' : 'auto',
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(buyer.email) ? { customer_email: buyer.email } : {}),
    expires_at: pageEnd(request),
  };
}

interface Line {
  name: string;
  quantity: number;
  unit: number | null;
}

/** Stripe takes the sum of the lines, so they must be the amount exactly. Otherwise the order is one line. */
function linesOf({ amount, currency, items, description, orderReference }: PayRequest): Params['line_items'] | null {
  const total = toStripe(amount, currency);
  if (total === null) return null;
  const lines = items.map(({ name, quantity, unitAmount }) => ({
    name: name || orderReference,
    quantity,
    unit: toStripe(unitAmount, currency),
  }));
  const whole = { name: description || orderReference, quantity: 1, unit: total };
  const shown: readonly Line[] = isOrder(lines, total) ? lines : [whole];
  return shown.map(({ name, quantity, unit }) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: unit as number,
      product_data: { name: truncate(name, NAME_CHARACTERS_MAX) },
    },
  }));
}

function isOrder(lines: readonly Line[], total: number): boolean {
  const areLines = lines.every(({ unit, quantity }) => unit !== null && unit >= 0 && quantity >= 1);
  const sum = lines.reduce((before, { unit, quantity }) => before + (unit ?? 0) * quantity, 0);
  return areLines && lines.length <= LINES_MAX && sum === total;
}

/** The page has no fields for the buyer's name and number. Here the merchant sees them at Stripe. */
function metadataOf({ id, orderReference, buyer }: PayRequest): Stripe.MetadataParam {
  const texts = { [ORDER]: orderReference, buyer_name: buyer.name, buyer_phone: buyer.phone };
  const sent = Object.entries(texts).filter(([, text]) => text !== '');
  return {
    [OPERATION]: id,
    ...Object.fromEntries(sent.map(([name, text]) => [name, truncate(text, METADATA_CHARACTERS_MAX)])),
  };
}

/**
 * Stripe needs the recipient and the street, and refuses a payment whose country it does not know; merchants send free
 * texts. What it would refuse is left out.
 */
function shippingOf({
  shipping,
  buyer,
}: PayRequest): Stripe.Checkout.SessionCreateParams.PaymentIntentData.Shipping | undefined {
  const name = shipping?.name || buyer.name;
  if (shipping === undefined || shipping.line1 === '' || name === '') return undefined;
  const phone = shipping.phone || buyer.phone;
  const address = {
    line2: shipping.line2,
    city: shipping.city,
    state: shipping.region,
    postal_code: shipping.postalCode,
    country: countryCodeOf(shipping.country) ?? '',
  };
  return {
    name: truncate(name, NAME_CHARACTERS_MAX),
    ...(phone === '' || phone.length > PHONE_CHARACTERS_MAX ? {} : { phone }),
    // An empty text would erase a field, which Stripe allows in updates only.
    address: {
      line1: shipping.line1,
      ...Object.fromEntries(Object.entries(address).filter(([, text]) => text !== '')),
    },
  };
}

function pageEnd({ startedAtMs, expiresAtMs }: PayRequest): number {
  const started = Math.floor(startedAtMs / 1_000);
  const wanted = Math.floor(expiresAtMs / 1_000);
  return Math.min(Math.max(wanted, started + PAGE_SECONDS_MIN), started + PAGE_SECONDS_MAX);
}
