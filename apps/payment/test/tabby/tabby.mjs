/**
 * Tabby as its published documentation describes it, for tests: sessions with their page, orders that are authorised,
 * captured, closed and refunded with idempotent references, and webhooks with a header of the merchant. Tabby has
 * neither written nor checked it. The settlement file has columns of our own, because Tabby's are not published.
 *
 * Usage: node tabby.mjs <port>
 */
import { now, ok, publish, serve, uuid } from '../gateways/fake-server.mjs';

const [, , port] = process.argv;
const origin = `http://127.0.0.1:${port}`;
const DECIMALS = { AED: 2, SAR: 2, KWD: 3 };
const MERCHANTS = { shop: ['SAR'], kwshop: ['KWD'], aeshop: ['AED'] };

const sessions = new Map();
const payments = new Map();
const movements = [];
const disputes = new Map();

const refuse = (status, errorType, error) => ({ status, body: { status: 'error', errorType, error } });
const missing = () => refuse(404, 'not_found', 'no such payment');

function minorOf(text, currency) {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text ?? '');
  const digits = DECIMALS[currency];
  if (found === null || digits === undefined || (found[2] ?? '').length > digits) return null;
  return Number(found[1] + (found[2] ?? '').padEnd(digits, '0'));
}

/** The account is a part of the key: sk_test_<account>x<rest>. */
function authorize(request) {
  const account = /^Bearer sk_(?:test_)?([a-z]+?)x/.exec(request.headers.authorization ?? '')?.[1];
  if (account === undefined || account === 'revoked') return refuse(401, 'not_authorized', 'invalid secret key');
  request.account = account;
  return null;
}

const own = (objects, id, { account }) => (objects.get(id)?.account === account ? objects.get(id) : undefined);
const taken = (payment) => payment.captures.reduce((sum, { minor }) => sum + minor, 0);
const given = (payment) => payment.refunds.reduce((sum, { minor }) => sum + minor, 0);
const part = ({ minor: _, ...shown }) => shown;

function view({ account: _, minor: __, ...payment }) {
  return { ...payment, captures: payment.captures.map(part), refunds: payment.refunds.map(part) };
}

function sessionView({ account: _, payment, rejection, ...session }) {
  const isOffered = rejection === null;
  const page = { web_url: `${origin}/order/${payment.id}`, qr_code: null };
  const installments = { type: 'installments', is_available: isOffered, rejection_reason: rejection };
  return {
    ...session,
    status: isOffered ? 'created' : 'rejected',
    payment: view(payment),
    configuration: { available_products: isOffered ? { installments: [page] } : {}, products: { installments } },
  };
}

function isIncomplete({ buyer, order, shipping_address: address, buyer_history: history, order_history: orders }) {
  const item = order?.items?.[0];
  const required = [
    ...[buyer?.name, buyer?.email, buyer?.phone, order?.reference_id, item?.title, item?.category],
    ...[address?.city, address?.address, address?.zip, history?.registered_since],
  ];
  return required.some((text) => !text) || !Array.isArray(orders);
}

function createSession(request) {
  const { payment: wanted, lang, merchant_code: code, merchant_urls: urls } = JSON.parse(request.text);
  if (!Object.hasOwn(MERCHANTS, code)) return refuse(404, 'not_found', 'merchant not found');
  if (lang !== 'ar' && lang !== 'en') return refuse(400, 'bad_data', 'lang is invalid');
  const minor = minorOf(wanted.amount, wanted.currency);
  if (minor === null || !MERCHANTS[code].includes(wanted.currency)) return refuse(400, 'bad_data', 'amount is invalid');
  if (isIncomplete(wanted)) return refuse(400, 'bad_data', 'a required field is missing');
  const payment = {
    ...{ id: uuid(), account: request.account, minor, created_at: now(), status: 'CREATED', is_test: true },
    ...{ amount: wanted.amount, currency: wanted.currency, buyer: wanted.buyer, order: wanted.order },
    ...{ meta: wanted.meta, captures: [], refunds: [], urls },
  };
  const rejection = minor > 1_000_000 * 100 ? 'order_amount_too_high' : null;
  const session = { id: uuid(), account: request.account, payment, rejection };
  if (rejection !== null) payment.status = 'REJECTED';
  payments.set(payment.id, payment);
  sessions.set(session.id, session);
  return ok(sessionView(session));
}

/** The customer agrees to the instalments, is declined, or goes away. */
async function onPage(request, id) {
  const payment = payments.get(id);
  if (payment.status !== 'CREATED') return { status: 410, body: { message: payment.status } };
  payment.status = { pay: 'AUTHORIZED', decline: 'REJECTED', cancel: 'EXPIRED' }[
    new URLSearchParams(request.text).get('do')
  ];
  await announce(payment);
  return ok({ return_to: payment.urls.success });
}

async function announce(payment) {
  const body = JSON.stringify({ ...view(payment), status: payment.status.toLowerCase() });
  await publish(({ secret }) => ({ body, headers: { 'x-qafila-secret': secret } }));
}

function move(type, payment, { id, minor, fee = 0 }) {
  const at = now();
  movements.push({ id, type, payment: payment.id, currency: payment.currency, gross: minor, fee, at });
}

async function capture(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  const { amount, reference_id: reference } = JSON.parse(request.text);
  const minor = minorOf(amount, payment.currency);
  if (!reference || minor === null || minor < 1) return refuse(400, 'bad_data', 'amount is invalid');
  if (payment.captures.some((each) => each.reference_id === reference)) return ok(view(payment));
  if (payment.status !== 'AUTHORIZED') return refuse(400, 'bad_data', 'could not capture not authorized payments');
  if (taken(payment) + minor > payment.minor) return refuse(400, 'bad_data', 'amount is more than what is left');
  payment.captures.push({ id: uuid(), created_at: now(), amount, minor, reference_id: reference });
  move('capture', payment, { id: reference, minor, fee: Math.round(minor * 0.0599) });
  if (taken(payment) === payment.minor) payment.status = 'CLOSED';
  await announce(payment);
  return ok(view(payment));
}

async function close(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  if (payment.status !== 'AUTHORIZED') return refuse(400, 'bad_data', 'could not close not authorized payments');
  payment.status = 'CLOSED';
  await announce(payment);
  return ok(view(payment));
}

async function refund(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  const { amount, reference_id: reference } = JSON.parse(request.text);
  const minor = minorOf(amount, payment.currency);
  if (!reference || minor === null || minor < 1) return refuse(400, 'bad_data', 'amount is invalid');
  if (payment.refunds.some((each) => each.reference_id === reference)) return ok(view(payment));
  if (payment.status !== 'CLOSED') return refuse(400, 'bad_data', 'could not refund not closed payments');
  if (given(payment) + minor > taken(payment)) return refuse(400, 'bad_data', 'amount is more than what was captured');
  payment.refunds.push({ id: uuid(), created_at: now(), amount, minor, reference_id: reference });
  move('refund', payment, { id: reference, minor: -minor });
  await announce(payment);
  return ok(view(payment));
}

const DISPUTE_FEE = 2_000;

/** A customer disputes an order. No call that Tabby documents reports it: its settlement takes the money. */
function dispute({ payment: id, amount }) {
  const payment = payments.get(id);
  const opened = { id: uuid(), payment, amount, isWon: false };
  disputes.set(opened.id, opened);
  move('dispute', payment, { id: opened.id, minor: -amount, fee: DISPUTE_FEE });
  return ok({ id: opened.id });
}

function decideDispute({ dispute: id, outcome }) {
  const opened = disputes.get(id);
  opened.isWon = outcome === 'won';
  if (opened.isWon) move('dispute_reversal', opened.payment, { id, minor: opened.amount });
  return ok({});
}

const disputed = (payment) =>
  [...disputes.values()]
    .filter((each) => each.payment === payment && !each.isWon)
    .reduce((sum, { amount }) => sum + amount, 0);

/** Only orders that were placed are listed, the newest first. */
function list(request) {
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(request.query.get(name) ?? 0));
  if (limit > 20) return refuse(400, 'bad_data', 'limit is at most 20');
  const found = [...payments.values()]
    .filter(({ account, status }) => account === request.account && ['AUTHORIZED', 'CLOSED'].includes(status))
    .reverse();
  return ok({
    payments: found.slice(offset, offset + (limit || 20)).map(view),
    pagination: { limit, offset, total_count: found.length },
  });
}

const read = (objects, show) => (request, id) => {
  const object = own(objects, id, request);
  return object === undefined ? missing() : ok(show(object));
};

/** Pays out everything, as a list of lines. */
function settle() {
  const lines = movements.splice(0);
  const payouts = Object.keys(DECIMALS).flatMap((currency) => {
    const own_ = lines.filter((line) => line.currency === currency);
    const net = own_.reduce((sum, { gross, fee }) => sum + gross - fee, 0);
    return own_.length === 0
      ? []
      : [{ id: `payout-${currency}`, type: 'payout', currency, gross: -net, fee: 0, at: now() }];
  });
  return ok({ lines: [...lines, ...payouts] });
}

serve({
  port,
  authorize,
  routes: [
    ['POST', /^\/api\/v2\/checkout$/, createSession],
    ['GET', /^\/api\/v2\/checkout\/([^/]+)$/, read(sessions, sessionView)],
    ['GET', /^\/api\/v2\/payments$/, list],
    ['GET', /^\/api\/v2\/payments\/([^/]+)$/, read(payments, view)],
    ['POST', /^\/api\/v2\/payments\/([^/]+)\/captures$/, capture],
    ['POST', /^\/api\/v2\/payments\/([^/]+)\/close$/, close],
    ['POST', /^\/api\/v2\/payments\/([^/]+)\/refunds$/, refund],
    [
      'GET',
      /^\/api\/v1\/webhooks$/,
      ({ headers }) =>
        Object.hasOwn(MERCHANTS, headers['x-merchant-code']) ? ok([]) : refuse(404, 'not_found', 'merchant not found'),
    ],
    ['POST', /^\/order\/([^/]+)$/, onPage, { open: true }],
  ],
  control: {
    settle,
    dispute,
    'decide-dispute': decideDispute,
    payment: ({ payment }) => ok(payments.get(payment) === undefined ? {} : view(payments.get(payment))),
    payments: () =>
      ok({
        payments: [...payments.values()].map((each) => ({
          ...view(each),
          ...{ taken: taken(each), given: given(each), disputed: disputed(each) },
        })),
      }),
  },
});
