/**
 * Stripe for tests, as a process of its own: each request goes to stripe-mock, which refuses what Stripe's published
 * schema does not know, then to localstripe, which keeps the state of payments. What neither has is kept here:
 * Checkout's page, idempotency keys, the refusal of refunds above the capture, fees, disputes and payouts. `/_control`
 * sets faults.
 */
import { createServer } from 'node:http';
import { cardDesk } from './bridge-cards.mjs';
import { disputeDesk } from './bridge-disputes.mjs';
import {
  account,
  asPage,
  call,
  calls,
  faults,
  hooks,
  id,
  now,
  ok,
  once,
  page,
  parseForm,
  publish,
  readRequest,
  refuse,
  takeFault,
} from './bridge-requests.mjs';
import { payouts } from './bridge-payouts.mjs';
import { exchangeDesk, withFee } from './bridge-settled.mjs';

const [port, mockUrl, localUrl] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const VIEWS_AT_ONCE = 50;
const state = {
  sessions: new Map(),
  /** By the id of the payment: what was captured, and 3-D Secure. */
  payments: new Map(),
  /** Balance transactions of disputes and payouts, and the payout of the others. */
  extra: [],
  payoutOf: new Map(),
  manualPayouts: new Set(),
  calls: [],
  /** How many requests may have changed localstripe, and what was booked after so many. */
  changes: 0,
  booked: null,
};

async function local(method, path, fields) {
  const body = fields === undefined ? undefined : new URLSearchParams(fields).toString();
  const answer = await call(localUrl, method, path, { body });
  if (method !== 'GET') state.changes += 1;
  return answer;
}

/** localstripe has no amount_received, no card in a charge, and no fees. */
async function fullPayment(paymentId) {
  const expand = 'expand[]=latest_charge.balance_transaction';
  const { status, body } = await local('GET', `/v1/payment_intents/${paymentId}?${expand}`);
  if (status !== 200) return undefined;
  const known = state.payments.get(paymentId) ?? {};
  const captured = body.status === 'succeeded' ? (known.captured ?? body.amount) : 0;
  const charge = body.latest_charge;
  return {
    ...body,
    amount_received: captured,
    setup_future_usage: known.customer ? 'off_session' : null,
    shipping: known.shipping ?? null,
    customer: known.customer ?? body.customer ?? null,
    ...(known.unauthenticated && { status: 'requires_payment_method', last_payment_error: known.unauthenticated }),
    latest_charge: charge && (await fullCharge(charge, { metadata: body.metadata, captured, known })),
  };
}

async function fullCharge(charge, { metadata, captured, known }) {
  const { body: method } = await local('GET', `/v1/payment_methods/${charge.payment_method}`);
  const booked = charge.balance_transaction;
  return {
    ...charge,
    metadata,
    payment_method_details: { type: 'card', card: { ...method.card, three_d_secure: known.threeDSecure ?? null } },
    balance_transaction: booked && typeof booked === 'object' ? exchange.settled(withFee(booked, captured)) : booked,
  };
}

async function sessionView(session) {
  const { paymentId, ...shown } = session;
  return { ...shown, payment_intent: paymentId === null ? null : await fullPayment(paymentId) };
}

const ROUTES = [
  ['GET', /^\/v1\/account$/, (request) => account(request)],
  ['POST', /^\/v1\/checkout\/sessions$/, ({ form }) => createSession(form)],
  ['GET', /^\/v1\/checkout\/sessions$/, ({ query }) => listSessions(query)],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, (_, session) => readSession(session)],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (_, session) => expireSession(session)],
  ['POST', /^\/v1\/payment_intents$/, ({ form }) => cards.chargeOffSession(form)],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, (_, method) => cards.detach(method)],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, (_, customer) => cards.forget(customer)],
  ['GET', /^\/v1\/payment_intents$/, ({ query }) => listPayments(query)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (_, payment) => readPayment(payment)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/capture$/, ({ form }, payment) => capture(payment, form)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (_, payment) => cancel(payment)],
  ['POST', /^\/v1\/refunds$/, ({ form }) => refund(form)],
  [
    'GET',
    /^\/v1\/refunds$/,
    ({ query }) => local('GET', `/v1/refunds?payment_intent=${query.get('payment_intent')}&limit=1000`),
  ],
  ['GET', /^\/v1\/balance_transactions$/, ({ query }) => listBalance(query)],
];

const exchange = exchangeDesk(state);
const cards = cardDesk({ local, state, fullPayment });
const desk = disputeDesk({ fullPayment, extra: state.extra });
ROUTES.push(...desk.routes);

function createSession(form) {
  const lines = Object.values(form.line_items);
  const session = {
    id: id('cs_test'),
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: form.client_reference_id,
    metadata: form.metadata ?? {},
    created: now(),
    expires_at: Number(form.expires_at),
    success_url: form.success_url,
    cancel_url: form.cancel_url,
    currency: lines[0].price_data.currency,
    amount_total: lines.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0),
    line_items: {
      data: lines.map(({ price_data: { product_data: product, unit_amount: amount }, quantity }) => ({
        description: product.name,
        quantity: Number(quantity),
        price: { unit_amount: Number(amount) },
      })),
    },
    options: form.payment_intent_data ?? {},
    paymentId: null,
  };
  if (session.expires_at < now() + 30 * 60) return refuse(400, { message: 'expires_at is too early' });
  session.url = `${origin}/pay/${session.id}`;
  state.sessions.set(session.id, session);
  return sessionView(session).then(ok);
}

function listSessions(query) {
  const payment = query.get('payment_intent');
  const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lte]') ?? 1e12)];
  const all = [...state.sessions.values()].filter(
    (each) => (payment === null || each.paymentId === payment) && each.created >= from && each.created <= to,
  );
  const found = page(
    all.reverse().sort((one, other) => other.created - one.created),
    query,
  );
  // In a list Stripe names the payment; the client here never expands it.
  return ok({ ...found, data: found.data.map(({ paymentId, ...shown }) => ({ ...shown, payment_intent: paymentId })) });
}

function readSession(sessionId) {
  const session = state.sessions.get(sessionId);
  return session === undefined
    ? refuse(404, { code: 'resource_missing', message: `No such checkout.session: '${sessionId}'` })
    : sessionView(session).then(ok);
}

async function expireSession(sessionId) {
  const session = state.sessions.get(sessionId);
  if (session?.status !== 'open')
    return refuse(400, { message: 'Only Checkout Sessions that are open can be expired' });
  session.status = 'expired';
  session.url = null;
  await publish('checkout.session.expired', await sessionView(session));
  return ok(await sessionView(session));
}

async function listPayments(query) {
  const { body } = await local('GET', '/v1/payment_intents?limit=1000000');
  const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lte]') ?? 1e12)];
  return ok(page(body.data.filter(({ created }) => created >= from && created <= to).reverse(), query));
}

async function readPayment(paymentId) {
  const payment = await fullPayment(paymentId);
  return payment === undefined
    ? refuse(404, { code: 'resource_missing', message: `No such payment_intent: '${paymentId}'` })
    : ok(payment);
}

async function capture(paymentId, { amount_to_capture: amount }) {
  const payment = await fullPayment(paymentId);
  if (payment?.status !== 'requires_capture' || Number(amount) > payment.amount)
    return refuse(400, {
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent could not be captured.',
    });
  state.payments.set(paymentId, { ...state.payments.get(paymentId), captured: Number(amount) });
  const { status, body } = await local('POST', `/v1/payment_intents/${paymentId}/capture`, {
    amount_to_capture: amount,
  });
  return status === 200 ? ok(await fullPayment(paymentId)) : refuse(400, { message: JSON.stringify(body) });
}

async function cancel(paymentId) {
  const { status } = await local('POST', `/v1/payment_intents/${paymentId}/cancel`, {});
  if (status === 200) return ok(await fullPayment(paymentId));
  return refuse(400, { code: 'payment_intent_unexpected_state', message: 'You cannot cancel this PaymentIntent.' });
}

/** localstripe allows a refund above the capture; Stripe does not. */
async function refund({ payment_intent: paymentId, amount, metadata }) {
  const payment = await fullPayment(paymentId);
  if (payment?.status !== 'succeeded') return refuse(400, { message: 'This payment has no successful charge.' });
  const known = state.payments.get(paymentId) ?? {};
  const refunded = known.refunded ?? 0;
  if (refunded + Number(amount) > payment.amount_received)
    return refuse(400, {
      code: 'charge_already_refunded',
      message: 'Refund amount is greater than unrefunded amount on charge.',
    });
  state.payments.set(paymentId, { ...known, refunded: refunded + Number(amount) });
  const fields = { payment_intent: paymentId, amount };
  for (const [name, value] of Object.entries(metadata ?? {})) fields[`metadata[${name}]`] = value;
  const made = await local('POST', '/v1/refunds', fields);
  if (made.status === 200) await publish('refund.created', made.body);
  return made;
}

/** What localstripe has booked. A reader pages through it, and between its pages mostly nothing changes. */
async function bookedLines() {
  if (state.booked?.changes !== state.changes) {
    const { changes } = state;
    const { body } = await local('GET', '/v1/balance_transactions?limit=1000000');
    const lines = [];
    for (let at = 0; at < body.data.length; at += VIEWS_AT_ONCE)
      lines.push(...(await Promise.all(body.data.slice(at, at + VIEWS_AT_ONCE).map(balanceView))));
    state.booked = { changes, lines: lines.filter((line) => line !== null) };
  }
  return state.booked.lines;
}

async function listBalance(query) {
  const booked = await bookedLines();
  const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lt]') ?? 1e12)];
  const [type, payout] = [query.get('type'), query.get('payout')];
  if (state.manualPayouts.has(payout))
    return refuse(400, {
      message: 'Balance transaction history can only be filtered on automatic transfers, not manual.',
    });
  const isWanted = (line) =>
    line.created >= from &&
    line.created < to &&
    (type === null || line.type === type) &&
    (payout === null || state.payoutOf.get(line.id) === payout);
  return ok(page([...state.extra, ...booked].filter(isWanted), query));
}

/** Null: localstripe's own refund of what was not captured, which Stripe does not book. */
async function balanceView(line) {
  const path = line.type === 'refund' ? `/v1/refunds/${line.source}` : `/v1/charges/${line.source}`;
  const { body: source } = await local('GET', path);
  if (line.type === 'refund') return source.payment_intent === null ? null : { ...exchange.settled(line), source };
  const payment = source.payment_intent === null ? undefined : await fullPayment(source.payment_intent);
  return payment === undefined
    ? { ...line, source }
    : {
        ...exchange.settled(withFee(line, payment.amount_received)),
        source: { ...source, metadata: payment.metadata, amount_captured: payment.amount_received },
      };
}

/** The customer types a card on Checkout's page. A refused card leaves the page open. */
async function payOnPage(sessionId, { number, challenge = 'pass' }) {
  const session = state.sessions.get(sessionId);
  if (session?.status !== 'open') return { status: 410, body: {} };
  const { body: method } = await local('POST', '/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  const { capture_method: captureMethod, metadata = {}, shipping } = session.options;
  const { body: payment } = await local('POST', '/v1/payment_intents', {
    amount: String(session.amount_total),
    currency: session.currency,
    payment_method: method.id,
    capture_method: captureMethod ?? 'automatic',
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
  });
  session.paymentId = payment.id;
  const customer = await cards.keepCard(session, method.id);
  state.payments.set(payment.id, { ...(customer !== null && { customer }), ...(shipping && { shipping }) });
  const confirmed = await local('POST', `/v1/payment_intents/${payment.id}/confirm`, {});
  if (confirmed.body.status === 'requires_action') await authenticate(payment, challenge === 'pass');
  const after = await fullPayment(payment.id);
  if (after.status !== 'succeeded' && after.status !== 'requires_capture')
    return { status: 402, body: after.last_payment_error };
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  await publish('checkout.session.completed', await sessionView(session));
  return ok({ return_to: session.success_url });
}

async function authenticate(payment, passes) {
  const result = passes ? 'authenticated' : 'failed';
  const known = state.payments.get(payment.id);
  state.payments.set(payment.id, { ...known, threeDSecure: { result, version: '2.2.0', exemption_indicator: null } });
  await local('POST', `/v1/payment_intents/${payment.id}/_authenticate`, {
    client_secret: payment.client_secret,
    success: String(passes),
  });
}

const payout = payouts({ state, listBalance });

const CONTROL = {
  fault: (body) => ok({ faults: faults.push(body) }),
  hook: async (hook) => {
    hooks.push(hook);
    // localstripe signs and sends its own events too.
    await call(localUrl, 'POST', `/_config/webhooks/${hooks.length}`, {
      body: new URLSearchParams(hook).toString(),
    });
    return ok({});
  },
  unruly: calls.set,
  exchange: exchange.control,
  expire: ({ session }) => expireSession(session),
  page: ({ session }) => ok(state.sessions.get(session)),
  /** Pages of other customers, which were made `seconds` from now. */
  others: ({ count, seconds }) => {
    for (let made = 0; made < count; made += 1) {
      const other = { id: id('cs_test'), object: 'checkout.session', status: 'open', client_reference_id: 'another' };
      state.sessions.set(other.id, { ...other, created: now() + seconds, paymentId: null });
    }
    return ok({});
  },
  publish: async ({ type, object }) => ok(await publish(type, object)),
  ...desk.control,
  payout,
  calls: () => ok({ calls: state.calls }),
  /** For the comparison of the books. */
  payments: async () => {
    const { body } = await local('GET', '/v1/payment_intents?limit=1000000');
    const payments = body.data.map(({ id: name, currency, status, amount }) => {
      const { captured = amount, refunded = 0 } = state.payments.get(name) ?? {};
      return { currency, captured: status === 'succeeded' ? captured : 0, refunded, disputed: desk.disputed(name) };
    });
    return ok({ payments });
  },
  payment: async ({ payment }) =>
    ok({ ...(await fullPayment(payment)), refunded: state.payments.get(payment)?.refunded ?? 0 }),
};

async function answerApi(request) {
  const checked = await call(mockUrl, request.method, request.url, {
    body: request.text,
    version: request.headers['stripe-version'],
  });
  if (checked.status >= 400) return checked;
  const key = (request.headers.authorization ?? '').replace('Bearer ', '');
  for (const [method, pattern, handle] of ROUTES) {
    const found = method === request.method ? pattern.exec(request.path) : null;
    if (found === null) continue;
    const parts = { form: parseForm(request.text), query: new URL(request.url, origin).searchParams, key };
    return once(request, () => handle(parts, found[1]));
  }
  return refuse(501, { message: `The bridge has no ${request.method} ${request.path}.` });
}

async function answerPage({ method, headers, text }, sessionId) {
  const paid = method === 'POST' ? await payOnPage(sessionId, parseForm(text)) : ok({});
  return (headers.accept ?? '').includes('text/html') ? asPage(paid) : paid;
}

async function answer(request) {
  if (request.path.startsWith('/_control/'))
    return CONTROL[request.path.slice(10)](request.text === '' ? {} : JSON.parse(request.text));
  const page_ = /^\/pay\/(\w+)$/.exec(request.path);
  if (page_ !== null) return answerPage(request, page_[1]);
  return answerApi(request);
}

createServer(async (incoming, outgoing) => {
  const request = await readRequest(incoming);
  const fault = takeFault(request);
  if (request.path.startsWith('/v1/')) state.calls.push(`${request.method} ${request.path}`);
  if (fault?.kind === 'lost-before') return incoming.socket.destroy();
  const { status, body, html, location } =
    fault?.kind === 'status'
      ? refuse(fault.status, { message: 'as the test says' })
      : await answer(request).catch((error) => refuse(500, { message: error.stack }));
  if (fault?.kind === 'lost-after') return incoming.socket.destroy();
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8';
  outgoing.writeHead(status, { 'content-type': type, 'request-id': id('req'), ...(location && { location }) });
  outgoing.end(html ?? JSON.stringify(body));
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
