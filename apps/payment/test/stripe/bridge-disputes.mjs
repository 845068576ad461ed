import { id, line, now, ok, publish, refuse } from './bridge-requests.mjs';

const FEE = 1_500;
const WARNINGS = { under_review: 'warning_under_review', closed: 'warning_closed' };

/** Disputes as Stripe has them: they take the money and a fee, and a decision gives the money back or does not. */
export function disputeDesk({ fullPayment, extra }) {
  const disputes = new Map();

  async function open({ payment: paymentId, status = 'needs_response', amount, silent = false }) {
    const payment = await fullPayment(paymentId);
    const object = {
      id: id('dp'),
      object: 'dispute',
      amount: amount ?? payment.amount_received,
      currency: payment.currency,
      payment_intent: paymentId,
      charge: payment.latest_charge.id,
      reason: 'fraudulent',
      status,
      evidence: {},
      evidence_details: { due_by: now() + 7 * 86_400 + 3_600 },
      balance_transactions: [],
    };
    disputes.set(object.id, object);
    if (!status.startsWith('warning_')) book(object, { amount: -object.amount, fee: FEE, category: 'dispute' });
    if (!silent) await publish('charge.dispute.created', object);
    return ok(object);
  }

  function book(object, { amount, fee, category }) {
    const source = { ...object, balance_transactions: [] };
    const booked = line('adjustment', { amount, fee, currency: object.currency, source, category });
    extra.push(booked);
    object.balance_transactions.push({ ...booked, source: object.id });
  }

  async function change(object, status, isSilent = false) {
    object.status = object.status.startsWith('warning_') ? (WARNINGS[status] ?? status) : status;
    const isClosed = status === 'won' || status === 'lost' || status === 'closed';
    if (status === 'won') book(object, { amount: object.amount, fee: 0, category: 'dispute_reversal' });
    if (!isSilent) await publish(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', object);
    return ok(object);
  }

  const find = (disputeId) => disputes.get(disputeId);
  const answerable = (object) => object?.status.endsWith('needs_response');
  const closed = () => refuse(400, { code: 'dispute_closed', message: 'This dispute is already closed.' });

  return {
    control: {
      dispute: open,
      'decide-dispute': ({ dispute, status, silent }) => change(find(dispute), status, silent),
    },
    /** What the bank has, or may keep, of a payment. */
    disputed: (paymentId) =>
      [...disputes.values()]
        .filter((each) => each.payment_intent === paymentId && each.status !== 'won')
        .reduce((sum, { amount }) => sum + amount, 0),
    routes: [
      [
        'GET',
        /^\/v1\/disputes\/(\w+)$/,
        (_, disputeId) =>
          find(disputeId) === undefined
            ? refuse(404, { code: 'resource_missing', message: `No such dispute: '${disputeId}'` })
            : ok(find(disputeId)),
      ],
      [
        'POST',
        /^\/v1\/disputes\/(\w+)$/,
        ({ form }, disputeId) => {
          const object = find(disputeId);
          if (!answerable(object)) return closed();
          Object.assign(object.evidence, form.evidence);
          return form.submit === 'true' ? change(object, 'under_review') : ok(object);
        },
      ],
      [
        'POST',
        /^\/v1\/disputes\/(\w+)\/close$/,
        (_, disputeId) => (answerable(find(disputeId)) ? change(find(disputeId), 'lost') : closed()),
      ],
    ],
  };
}
