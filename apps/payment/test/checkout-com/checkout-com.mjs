/**
 * Checkout.com as its published documentation describes it, for tests: hosted pages, payments with actions that are
 * accepted at once and decided later, idempotency keys, signed webhooks and disputes. Checkout.com has neither written
 * nor checked it. The settlement file has columns of our own.
 *
 * Usage: node checkout-com.mjs <port>
 */
import { createHmac, randomBytes } from 'node:crypto';
import { created, now, ok, publish, serve } from '../gateways/fake-server.mjs';

const [, , port] = process.argv;
const origin = `http://127.0.0.1:${port}`;
const DECIDED_AFTER_MS = 10;
const GOOD = '4242424242424242';
const SEVERAL_CAPTURES = ['Visa', 'Mastercard', 'American Express', 'Discover'];
const MADA = '4201320111111010';
/** The bank asks the customer, who has not answered. */
const CHALLENGED = '4000000000003220';
const LAST_DIGIT_ZERO = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

const pages = new Map();
/** What was sent for a page, by its reference. */
const requests = new Map();
const payments = new Map();
const answers = new Map();
const disputes = new Map();
const movements = [];

const id = (prefix) => `${prefix}_${randomBytes(13).toString('hex')}`;
const refuse = (status, ...codes) => ({
  status,
  body: { request_id: id('req'), error_type: 'request_invalid', error_codes: codes },
});
const missing = () => ({ status: 404, body: {} });

/** The account is a part of the key: sk_sbox_<account>x<rest>. */
function authorize(request) {
  const account = /^Bearer sk_(?:sbox_)?([a-z]+?)x/.exec(request.headers.authorization ?? '')?.[1];
  if (account === undefined || account === 'revoked') return { status: 401, body: {} };
  request.account = account;
  return null;
}

const own = (objects, name, { account }) => (objects.get(name)?.account === account ? objects.get(name) : undefined);
const sum = (payment, type) =>
  payment.actions
    .filter((each) => each.type === type && each.approved)
    .reduce((total, { amount }) => total + amount, 0);
/** What is decided, or accepted and not decided yet. */
const claimed = (payment, type) =>
  payment.actions
    .filter((each) => each.type === type && each.approved !== false)
    .reduce((total, { amount }) => total + amount, 0);

function statusOf(payment) {
  const [captured, refunded] = [sum(payment, 'Capture'), sum(payment, 'Refund')];
  if (refunded > 0) return refunded === captured ? 'Refunded' : 'Partially Refunded';
  if (captured > 0) return captured === payment.amount ? 'Captured' : 'Partially Captured';
  return payment.actions.some(({ type, approved }) => type === 'Void' && approved) ? 'Voided' : payment.authorized;
}

/** Actions are shown when they are decided, the newest first. */
const shown = (payment) => payment.actions.filter(({ approved }) => approved !== undefined).toReversed();

function view({ account: _, authorized: __, ...payment }) {
  const full = payments.get(payment.id);
  const balances = {
    total_authorized: payment.amount,
    total_captured: sum(full, 'Capture'),
    total_refunded: sum(full, 'Refund'),
  };
  return { ...payment, status: statusOf(full), balances, actions: shown(full) };
}

/** The first answer again for a key that was used before. */
async function once(request, handle) {
  const key = request.headers['cko-idempotency-key'];
  if (key === undefined) return handle();
  const name = `${request.account} ${request.path} ${key}`;
  if (!answers.has(name)) answers.set(name, Promise.resolve(handle()));
  return answers.get(name);
}

/** The fields of the published schema, and of those inside that take no others. */
function fieldsRefused({ billing, shipping, customer, products, metadata = {} }) {
  const fits = (text, min, max) =>
    text === undefined || (typeof text === 'string' && text.length >= min && text.length <= max);
  const only = (object, ...names) => Object.keys(object).every((name) => names.includes(name));
  const isPhone = (phone) =>
    phone === undefined ||
    (fits(phone.number ?? '', 6, 25) && fits(phone.country_code, 1, 7) && only(phone, 'number', 'country_code'));
  const isAddress = ({ country, ...parts }) =>
    /^[A-Z]{2}$/.test(country ?? '') &&
    only(parts, 'address_line1', 'address_line2', 'city', 'state', 'zip') &&
    Object.entries(parts).every(([name, part]) => fits(part, 1, name.startsWith('address') ? 200 : 50));
  const isPlace = (place) =>
    place === undefined || (only(place, 'address', 'phone') && isAddress(place.address ?? {}) && isPhone(place.phone));
  const isProduct = ({ name, quantity, price, ...more }) =>
    name && only(more) && Number.isInteger(quantity) && quantity >= 1 && Number.isInteger(price) && price >= 0;
  if (!isPlace(billing)) return 'billing_invalid';
  if (!isPlace(shipping)) return 'shipping_invalid';
  const { email, name, phone } = customer ?? {};
  if (!fits(email, 3, 255) || (email ?? '@').split('@').length !== 2 || !fits(name, 1, 255) || !isPhone(phone))
    return 'customer_invalid';
  if (products !== undefined && (products.length < 1 || products.length > 1_000 || !products.every(isProduct)))
    return 'products_invalid';
  return Object.values(metadata).every((value) => typeof value !== 'object') ? null : 'metadata_invalid';
}

/** Pages have no idempotency. */
function createPage(request) {
  const sent = JSON.parse(request.text);
  const { amount, currency, reference, success_url: url, processing_channel_id: channel, capture, metadata } = sent;
  if (!Number.isInteger(amount) || amount < 1) return refuse(422, 'amount_invalid');
  if (LAST_DIGIT_ZERO.includes(currency) && amount % 10 !== 0) return refuse(422, 'amount_invalid');
  if (!/^pc_/.test(channel ?? '') || !url || (reference ?? '').length > 50) return refuse(422, 'field_invalid');
  const refused = fieldsRefused(sent);
  if (refused !== null) return refuse(422, refused);
  requests.set(reference, sent);
  const page = {
    ...{
      id: id('hpp'),
      account: request.account,
      status: 'Payment Pending',
      amount,
      currency,
      reference,
      capture,
      metadata,
    },
    ...{ success_url: url, created_on: now() },
  };
  pages.set(page.id, page);
  return created({ id: page.id, reference, _links: { redirect: { href: `${origin}/page/${page.id}` } } });
}

/** The customer types a card. A refused one leaves the page open. */
async function onPage(request, name) {
  const page = pages.get(name);
  if (page.status !== 'Payment Pending') return { status: 410, body: {} };
  const number = new URLSearchParams(request.text).get('number') ?? '';
  const isGood = number === GOOD || number === MADA;
  const isChallenged = number === CHALLENGED;
  const authorized = { [GOOD]: 'Authorized', [MADA]: 'Authorized', [CHALLENGED]: 'Pending' }[number] ?? 'Declined';
  const action = {
    ...{ id: id('act'), type: 'Authorization', processed_on: now(), amount: page.amount, approved: isGood },
    ...{ response_code: isGood ? '10000' : '20051', response_summary: isGood ? 'Approved' : 'Insufficient Funds' },
    reference: page.reference,
  };
  const payment = {
    ...{ id: id('pay'), account: page.account, amount: page.amount, currency: page.currency, requested_on: now() },
    ...{
      authorized,
      reference: page.reference,
      metadata: page.metadata,
    },
    actions: isChallenged ? [] : [action],
    '3ds': { version: '2.2.0', authentication_response: 'Y', exemption: 'none' },
    source: {
      ...{
        type: 'card',
        scheme: number === MADA ? 'mada' : 'Visa',
        bin: number.slice(0, 6),
        last4: number.slice(-4),
        card_type: 'CREDIT',
      },
      ...{ issuer: 'Test Bank', issuer_country: 'SA' },
    },
  };
  payments.set(payment.id, payment);
  page.payment_id = payment.id;
  if (isChallenged) return ok({ challenge: payment.id });
  if (isGood) page.status = 'Payment Received';
  await announce(isGood ? 'payment_approved' : 'payment_declined', payment, action);
  return isGood ? ok({ return_to: page.success_url }) : { status: 402, body: {} };
}

async function announce(type, payment, action) {
  const { currency, metadata } = payment;
  const data = { id: payment.id, action_id: action.id, reference: action.reference, amount: action.amount, currency };
  await sendEvent(type, { ...data, metadata: action.metadata ?? metadata, processed_on: now() });
}

async function sendEvent(type, data) {
  const body = JSON.stringify({ id: id('evt'), type, version: '1.0.0', created_on: now(), data });
  await publish(({ secret }) => ({
    body,
    headers: { 'cko-signature': createHmac('sha256', secret).update(body).digest('hex') },
  }));
}

/** Neither voided nor captured for the last time, of what was asked. */
const isOpen = (payment) =>
  payment.authorized === 'Authorized' &&
  payment.actions.every(({ type, isFinal, approved }) => approved === false || (type !== 'Void' && isFinal !== true));

/** Whether the action fits what was decided or asked before. */
const FITS = {
  Capture: (payment, amount) => isOpen(payment) && claimed(payment, 'Capture') + amount <= payment.amount,
  Void: (payment) => isOpen(payment) && claimed(payment, 'Capture') < payment.amount,
  Refund: (payment, amount) => claimed(payment, 'Refund') + amount <= sum(payment, 'Capture'),
};
const EVENTS = { Capture: 'payment_captured', Void: 'payment_voided', Refund: 'payment_refunded' };

const act = (type) => (request, name) =>
  once(request, () => {
    const payment = own(payments, name, request);
    if (payment === undefined) return missing();
    const { amount = payment.amount, reference, metadata, capture_type: kind = 'Final' } = JSON.parse(request.text);
    if (!['Final', 'NonFinal'].includes(kind)) return refuse(422, 'capture_type_invalid');
    if (kind === 'NonFinal' && !SEVERAL_CAPTURES.includes(payment.source.scheme))
      return refuse(422, 'capture_type_not_supported');
    if (!Number.isInteger(amount) || amount < 1) return refuse(422, 'amount_invalid');
    if (LAST_DIGIT_ZERO.includes(payment.currency) && amount % 10 !== 0) return refuse(422, 'amount_invalid');
    if (!FITS[type](payment, amount)) return refuse(type === 'Refund' ? 422 : 403, `${type.toLowerCase()}_not_allowed`);
    const action = { id: id('act'), type, amount, reference, metadata };
    if (type === 'Capture') Object.defineProperty(action, 'isFinal', { value: kind === 'Final' });
    payment.actions.push(action);
    setTimeout(() => void decide(payment, action), DECIDED_AFTER_MS);
    return { status: 202, body: { action_id: action.id, reference } };
  });

async function decide(payment, action) {
  Object.assign(action, { approved: true, response_code: '10000', response_summary: 'Approved', processed_on: now() });
  const { type, amount, reference } = action;
  const signed = type === 'Refund' ? -amount : amount;
  if (type !== 'Void') move(type.toLowerCase(), payment, { name: reference, gross: signed });
  await announce(EVENTS[type], payment, action);
}

function move(type, payment, { name, gross }) {
  const fee = gross > 0 ? Math.round(gross * 0.025) : 0;
  movements.push({ id: name, type, payment: payment.id, currency: payment.currency, gross, fee, at: now() });
}

const read = (objects, show) => (request, name) => {
  const object = own(objects, name, request);
  return object === undefined ? missing() : ok(show(object));
};

function list(request) {
  const reference = request.query.get('reference');
  const found = [...payments.values()].filter(
    (each) => each.account === request.account && each.reference === reference,
  );
  return ok({ limit: 10, skip: 0, total_count: found.length, data: found.toReversed().slice(0, 10).map(view) });
}

const DISPUTE_EVENTS = { won: 'dispute_won', lost: 'dispute_lost' };
const DISPUTE_FEE = 1_500;

/** A cardholder disputes a payment. A silent one is in the settlement alone. */
async function dispute({ payment, type = 'dispute_received', amount, silent = false }) {
  const known = payments.get(payment);
  const data = {
    ...{ id: id('dsp'), payment_id: payment, amount: amount ?? known.amount, currency: known.currency },
    ...{ category: 'fraudulent', reason_code: '10.4', evidence_required_by: now() },
  };
  disputes.set(data.id, { ...data, account: known.account, status: 'evidence_required', evidence: {} });
  moveDispute('dispute', data, -data.amount);
  if (!silent) await sendEvent(type, data);
  return ok(data);
}

/** The bank decides, and gives the money back or does not. */
async function decideDispute({ dispute: name, outcome, silent = false }) {
  const data = disputes.get(name);
  Object.assign(data, { outcome, status: outcome });
  if (outcome === 'won') moveDispute('dispute_reversal', data, data.amount);
  if (!silent) await sendEvent(DISPUTE_EVENTS[outcome], eventOf(data));
  return ok(data);
}

const eventOf = ({ account: _, status: __, evidence: ___, outcome: ____, ...data }) => data;
const disputeView = ({ payment_id: payment, status, ...dispute }) => ({
  ...eventOf({ ...dispute, status }),
  ...{ status, payment: { id: payment, amount: dispute.amount, currency: dispute.currency } },
});

/** The merchant answers: attaches texts, submits them once and for all, or gives the money up. */
const answer = (how) => async (request, name) => {
  const data = own(disputes, name, request);
  if (data === undefined) return missing();
  if (data.status !== 'evidence_required' && !(how === 'accept' && data.status === 'evidence_under_review'))
    return refuse(422, `dispute_is_${data.status}`);
  const texts = Object.entries(request.text === '' ? {} : JSON.parse(request.text));
  if (how === 'attach') {
    if (texts.length === 0 || !texts.every(([key, text]) => /_text$/.test(key) && text.length <= 500))
      return refuse(422, 'evidence_invalid');
    Object.assign(data.evidence, Object.fromEntries(texts));
    return { status: 204 };
  }
  if (how === 'submit' && Object.keys(data.evidence).length === 0) return refuse(422, 'evidence_missing');
  data.status = how === 'submit' ? 'evidence_under_review' : 'accepted';
  await sendEvent(how === 'submit' ? 'dispute_evidence_submitted' : 'dispute_accepted', eventOf(data));
  return { status: 204 };
};

function moveDispute(type, { id: name, payment_id: payment, currency }, gross) {
  const fee = gross < 0 ? DISPUTE_FEE : 0;
  movements.push({ id: name, type, payment, currency, gross, fee, at: now() });
}

const disputed = ({ id: payment }) =>
  [...disputes.values()]
    .filter((each) => each.payment_id === payment && each.outcome !== 'won')
    .reduce((total, { amount }) => total + amount, 0);

/** Pays out everything, as a list of lines. */
function settle() {
  const lines = movements.splice(0);
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const payouts = currencies.map((currency) => {
    const net = lines
      .filter((line) => line.currency === currency)
      .reduce((total, { gross, fee }) => total + gross - fee, 0);
    return { id: `payout-${currency}`, type: 'payout', currency, gross: -net, fee: 0, at: now() };
  });
  return ok({ lines: [...lines, ...payouts] });
}

serve({
  port,
  authorize,
  routes: [
    ['POST', /^\/hosted-payments$/, createPage],
    ['GET', /^\/hosted-payments\/([^/]+)$/, read(pages, ({ account: _, ...page }) => page)],
    ['GET', /^\/payments$/, list],
    ['GET', /^\/payments\/([^/]+)$/, read(payments, view)],
    ['GET', /^\/payments\/([^/]+)\/actions$/, read(payments, shown)],
    ['POST', /^\/payments\/([^/]+)\/captures$/, act('Capture')],
    ['POST', /^\/payments\/([^/]+)\/voids$/, act('Void')],
    ['POST', /^\/payments\/([^/]+)\/refunds$/, act('Refund')],
    ['GET', /^\/disputes\/([^/]+)$/, read(disputes, disputeView)],
    ['PUT', /^\/disputes\/([^/]+)\/evidence$/, answer('attach')],
    ['POST', /^\/disputes\/([^/]+)\/evidence$/, answer('submit')],
    ['POST', /^\/disputes\/([^/]+)\/accept$/, answer('accept')],
    ['POST', /^\/page\/([^/]+)$/, onPage, { open: true }],
  ],
  control: {
    settle,
    evidence: ({ dispute: name }) => ok(disputes.get(name).evidence),
    dispute,
    'decide-dispute': decideDispute,
    /** The customers have gone away. */
    expireAll: () => {
      for (const page of pages.values()) if (page.status === 'Payment Pending') page.status = 'Expired';
      return ok({});
    },
    /** The bank does not authenticate the customer. */
    failChallenge: ({ page }) =>
      ok(Object.assign(payments.get(pages.get(page).payment_id), { authorized: 'Declined' })),
    request: ({ reference }) => ok(requests.get(reference) ?? {}),
    forget: ({ payment }) => ok({ forgotten: payments.delete(payment) }),
    expire: ({ page }) => ok(Object.assign(pages.get(page), { status: 'Expired' })),
    payment: ({ payment }) => ok(payments.get(payment) === undefined ? {} : view(payments.get(payment))),
    payments: () =>
      ok({ payments: [...payments.values()].map((each) => ({ ...view(each), disputed: disputed(each) })) }),
  },
});
