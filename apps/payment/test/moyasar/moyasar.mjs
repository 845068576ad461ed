/**
 * Moyasar as its published documentation describes it, for tests: invoices with their page, payments, refunds as one
 * sum, webhooks with a secret token in the body, and settlements. Moyasar has neither written nor checked it.
 *
 * Usage: node moyasar.mjs <port>
 */
import { created, now, ok, pageOf, publish, send, serve, uuid } from '../gateways/fake-server.mjs';

const [, , port] = process.argv;
const origin = `http://127.0.0.1:${port}`;
const PAGE_SIZE = 40;
/** Of the account's agreement: 1.75 % and 1.00, with VAT. */
const feeOf = (amount) => Math.round((amount * 175) / 10_000) + 100;

const invoices = new Map();
const payments = new Map();
const settlements = [];
const movements = [];
const state = { isLive: false, notes: 'kept', filters: true, pagesBack: false, inherits: false };

const error = (status, type, message, errors = null) => ({ status, body: { type, message, errors } });
const missing = () => error(404, 'api_error', 'Object not found');
const invalid = (errors) => error(400, 'invalid_request_error', 'Validation Failed', errors);

/** The account is a part of the key: sk_test_<account>x<rest>. Each sees only its own objects. */
const accountOf = ({ headers }) =>
  /^sk_(?:test|live)_([a-z]+?)x/.exec(
    Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .replace(/:$/, ''),
  )?.[1] ?? null;

function authorize(request) {
  const account = accountOf(request);
  if (request.headers['user-agent'] === undefined) return error(403, 'api_error', 'banned');
  if (account === null || account === 'revoked')
    return error(401, 'authentication_error', 'Invalid authorization credentials');
  request.account = account;
  return null;
}

const own = (objects, id, { account }) => {
  const object = objects.get(id);
  return object?.account === account ? object : undefined;
};

function view({ account: _, ...object }) {
  return object;
}

function invoiceView(invoice) {
  const status =
    invoice.status === 'initiated' && Date.parse(invoice.expired_at) <= Date.now() ? 'expired' : invoice.status;
  return { ...view(invoice), status, payments: invoice.payments.map((id) => view(payments.get(id))) };
}

function createInvoice(request) {
  const { amount, currency, description, callback_url, success_url, back_url, expired_at, metadata } = JSON.parse(
    request.text,
  );
  if (!Number.isInteger(amount) || amount < 100) return invalid({ amount: ['must be at least 100'] });
  if (!/^[A-Z]{3}$/.test(currency ?? '')) return invalid({ currency: ['is invalid'] });
  if (!description) return invalid({ description: ["can't be blank"] });
  const wrong = metadataErrors(metadata);
  if (wrong !== null) return wrong;
  const id = uuid();
  const invoice = {
    ...{ id, account: request.account, status: 'initiated', amount, currency, description, metadata: metadata ?? null },
    ...{ callback_url, success_url, back_url, expired_at: expired_at ?? null, url: `${origin}/invoices/${id}?lang=en` },
    ...{ created_at: now(), updated_at: now(), payments: [] },
  };
  invoices.set(id, invoice);
  return created(invoiceView(invoice));
}

function metadataErrors(metadata = {}) {
  const entries = Object.entries(metadata ?? {});
  const fits = entries.every(([key, value]) => key.length <= 40 && String(value).length <= 500);
  return entries.length <= 30 && fits ? null : invalid({ metadata: ['is too large'] });
}

function listInvoices(request) {
  const wanted = [...request.query].flatMap(([key, value]) => {
    const name = /^metadata\[(.+)\]$/.exec(key)?.[1];
    return name === undefined ? [] : [[name, value]];
  });
  const found = [...invoices.values()]
    .filter(({ account }) => account === request.account)
    .filter(({ metadata }) => !state.filters || wanted.every(([key, value]) => metadata?.[key] === value))
    .reverse();
  const { items, page, pages, next } = pageOf(found, request.query, PAGE_SIZE);
  const meta = { current_page: page, next_page: next, prev_page: null, total_pages: pages, total_count: found.length };
  return ok({ invoices: items.map(invoiceView), meta });
}

function cancelInvoice(request, id) {
  const invoice = own(invoices, id, request);
  if (invoice === undefined) return missing();
  if (invoice.status !== 'initiated' && invoice.status !== 'failed') return invalid({ status: ['cannot be canceled'] });
  Object.assign(invoice, { status: 'canceled', updated_at: now() });
  return ok(invoiceView(invoice));
}

/** The bank asks the customer, who has not answered. */
const CHALLENGED = '4123120001090109';

/** The customer types a card. A refused one leaves the page open. */
async function payOnPage(request, id) {
  const invoice = invoices.get(id);
  const { status } = invoiceView(invoice);
  if (status !== 'initiated' && status !== 'failed') return { status: 410, body: { message: status } };
  const number = new URLSearchParams(request.text).get('number') ?? '';
  const isChallenged = number === CHALLENGED;
  const code = isChallenged
    ? '00'
    : ({ 4201320111111010: '00', 4123120001090000: '51', 4123450131000508: '41' }[number] ?? '05');
  const taken = new URLSearchParams(request.text).get('manual') === 'true' ? 'authorized' : 'paid';
  const payment = {
    ...{ id: uuid(), account: invoice.account, invoice_id: id, amount: invoice.amount, currency: invoice.currency },
    ...{
      status: code === '00' ? taken : 'failed',
      fee: code === '00' ? feeOf(invoice.amount) : 0,
    },
    ...{
      refunded: 0,
      refunded_at: null,
      captured: 0,
      captured_at: null,
      voided_at: null,
      metadata: state.inherits ? invoice.metadata : null,
    },
    ...{ created_at: now(), updated_at: now(), description: invoice.description, ip: '192.0.2.1' },
    source: {
      ...{ type: 'creditcard', company: number.startsWith('4201') ? 'mada' : 'visa', name: 'Test Customer' },
      number: `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`,
      ...{ response_code: code, message: { '00': 'APPROVED', 51: 'INSUFFICIENT FUNDS' }[code] ?? 'DECLINED' },
      ...{
        issuer_name: 'Test Bank',
        issuer_country: 'SA',
        issuer_card_type: 'debit',
        reference_number: '123456789012',
      },
    },
  };
  payments.set(payment.id, payment);
  invoice.payments.push(payment.id);
  if (isChallenged) {
    Object.assign(payment, { status: 'initiated', fee: 0 });
    return ok({ challenge: payment.id });
  }
  await decided(invoice, payment);
  return code === '00' ? ok({ return_to: invoice.success_url }) : { status: 402, body: { message: 'declined' } };
}

/** The bank has the customer's answer, which may come after the page has ended. */
async function authenticate({ payment: paymentId, passes }) {
  const payment = payments.get(paymentId);
  Object.assign(payment, passes ? { status: 'paid', fee: feeOf(payment.amount) } : { status: 'failed' });
  if (passes) await decided(invoices.get(payment.invoice_id), payment);
  else {
    Object.assign(payment.source, { response_code: '', message: '3-D Secure authentication failed' });
    await announce(payment);
  }
  return ok(view(payment));
}

async function decided(invoice, payment) {
  invoice.status = { failed: 'failed', authorized: 'on_hold', paid: 'paid' }[payment.status];
  if (payment.status === 'paid') {
    move('payment', payment, { amount: payment.amount, fee: payment.fee });
    if (invoice.callback_url) await send(invoice.callback_url, JSON.stringify(invoiceView(invoice)));
  }
  await announce(payment);
}

const PENALTY = 5_000;

/** A cardholder takes money back. No webhook reports it: the settlement has it, with what it costs. */
function chargeBack({ payment: paymentId, amount }) {
  const payment = payments.get(paymentId);
  payment.disputed = (payment.disputed ?? 0) + amount;
  move('chargeback', payment, { amount: -amount });
  move('chargeback_penalty', payment, { amount: 0, fee: PENALTY });
  return ok({ id: uuid() });
}

function move(type, payment, { amount, fee = 0 }) {
  movements.push({
    ...{ account: payment.account, payment_id: payment.id, type, currency: payment.currency },
    ...{ payment_amount: payment.amount, amount: amount - fee, fee, tax: 0, transacted_at: now(), settled: false },
  });
}

async function announce(payment) {
  const event = { id: uuid(), type: `payment_${payment.status}`, created_at: now(), account_name: 'Shop' };
  await publish(({ secret }) => ({
    body: JSON.stringify({ ...event, secret_token: secret, live: state.isLive, data: view(payment) }),
  }));
}

function updatePayment(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  const { metadata } = JSON.parse(request.text);
  const wrong = metadataErrors(metadata);
  if (wrong !== null) return wrong;
  if (state.notes !== 'dropped') payment.metadata = metadata;
  return ok(state.notes === 'kept without an answer' ? {} : view(payment));
}

/** Refunds have no id and no key: each request refunds more. */
async function refund(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  const taken = payment.captured > 0 ? payment.captured : payment.amount;
  const { amount = taken - payment.refunded } = JSON.parse(request.text || '{}');
  if (!['paid', 'captured', 'refunded'].includes(payment.status)) return invalid({ status: ['cannot be refunded'] });
  if (!Number.isInteger(amount) || amount < 1 || payment.refunded + amount > taken)
    return invalid({ amount: ['is more than what is left'] });
  Object.assign(payment, { status: 'refunded', refunded: payment.refunded + amount, refunded_at: now() });
  move('refund', payment, { amount: -amount });
  await announce(payment);
  return ok(view(payment));
}

async function capture(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  const { amount = payment.amount } = JSON.parse(request.text || '{}');
  if (payment.status !== 'authorized' || amount > payment.amount) return invalid({ status: ['cannot be captured'] });
  Object.assign(payment, { status: 'captured', captured: amount, captured_at: now(), fee: feeOf(amount) });
  move('payment', payment, { amount, fee: payment.fee });
  await announce(payment);
  return ok(view(payment));
}

async function voidPayment(request, id) {
  const payment = own(payments, id, request);
  if (payment === undefined) return missing();
  if (!['paid', 'authorized', 'captured'].includes(payment.status)) return invalid({ status: ['cannot be voided'] });
  if (payment.status !== 'authorized') move('void', payment, { amount: -payment.amount });
  Object.assign(payment, { status: 'voided', voided_at: now() });
  await announce(payment);
  return ok(view(payment));
}

/** Transfers everything of a currency that is not settled yet, less a fee for the transfer. */
async function settle({ currency, account = 'shop' }) {
  const open = movements.filter((each) => !each.settled && each.currency === currency && each.account === account);
  const settlement = {
    ...{ id: uuid(), account, recipient_type: 'Entity', currency, fee: 115, tax: 15, reference: null },
    ...{ amount: open.reduce((sum, { amount }) => sum + amount, 0), settlement_count: open.length, created_at: now() },
  };
  for (const each of open) each.settled = settlement.id;
  settlements.push(settlement);
  const event = { id: uuid(), type: 'balance_transferred', created_at: now(), account_name: 'Shop' };
  await publish(({ secret }) => ({
    body: JSON.stringify({ ...event, secret_token: secret, live: state.isLive, data: view(settlement) }),
  }));
  return ok(settlement);
}

function listSettlements(request) {
  const [from, to] = ['created[gt]', 'created[lt]'].map((name) => Date.parse(request.query.get(name) ?? ''));
  const found = settlements.filter(
    ({ account, created_at: at }) => account === request.account && Date.parse(at) > from && Date.parse(at) < to,
  );
  const { items, next } = pageOf(found, request.query, PAGE_SIZE);
  return ok({ settlements: items.map(view), meta: { next_page: next } });
}

function listLines(request, id) {
  const found = movements.filter(({ settled, account }) => settled === id && account === request.account);
  const { items, next } = pageOf(found, request.query, PAGE_SIZE);
  const meta = { next_page: state.pagesBack ? 1 : next };
  return ok({ lines: items.map(({ settled: _, ...line }) => view(line)), meta });
}

const read = (objects, show) => (request, id) => {
  const object = own(objects, id, request);
  return object === undefined ? missing() : ok(show(object));
};

serve({
  port,
  authorize,
  routes: [
    ['POST', /^\/v1\/invoices$/, createInvoice],
    ['GET', /^\/v1\/invoices$/, listInvoices],
    ['GET', /^\/v1\/invoices\/([^/]+)$/, read(invoices, invoiceView)],
    ['PUT', /^\/v1\/invoices\/([^/]+)\/cancel$/, cancelInvoice],
    ['GET', /^\/v1\/payments\/([^/]+)$/, read(payments, view)],
    ['PUT', /^\/v1\/payments\/([^/]+)$/, updatePayment],
    ['POST', /^\/v1\/payments\/([^/]+)\/refund$/, refund],
    ['POST', /^\/v1\/payments\/([^/]+)\/capture$/, capture],
    ['POST', /^\/v1\/payments\/([^/]+)\/void$/, voidPayment],
    ['GET', /^\/v1\/settlements$/, listSettlements],
    ['GET', /^\/v1\/settlements\/([^/]+)\/lines$/, listLines],
    ['POST', /^\/invoices\/([^/]+)$/, payOnPage, { open: true }],
  ],
  control: {
    settle,
    chargeback: chargeBack,
    authenticate,
    /** The pages have ended by themselves. */
    expire: () => {
      for (const invoice of invoices.values()) if (invoice.status === 'initiated') invoice.expired_at = now();
      return ok({});
    },
    live: ({ isLive }) => ok(Object.assign(state, { isLive })),
    /** What Moyasar does otherwise than it is documented: with notes, with filters, with pages. */
    behave: (how) => ok(Object.assign(state, how)),
    /** Lines that are alike, and more of them than a page has. */
    adjust: ({ times, amount }) => {
      const line = { account: 'shop', payment_id: null, type: 'other', currency: 'SAR', payment_amount: 0 };
      const at = now();
      for (let each = 0; each < times; each++)
        movements.push({ ...line, amount, fee: 0, tax: 0, transacted_at: at, settled: false });
      return ok({});
    },
    /** Where the fake reports that an invoice is paid. */
    invoiceCallback: ({ operation }) =>
      ok({
        url: [...invoices.values()].find(({ metadata }) => metadata?.qafila_operation === operation)?.callback_url,
      }),
    invoice: ({ operation }) =>
      ok([...invoices.values()].find(({ metadata }) => metadata?.qafila_operation === operation) ?? {}),
    payment: ({ payment }) => ok(payments.get(payment) === undefined ? {} : view(payments.get(payment))),
    /** A person refunds in Moyasar's dashboard. */
    dashboardRefund: ({ payment, amount }) =>
      refund({ account: payments.get(payment).account, text: JSON.stringify({ amount }) }, payment),
    /** For the comparison of the books. */
    payments: () => ok({ payments: [...payments.values()].map(view) }),
  },
});
