import { id, line, now, ok, publish } from './bridge-requests.mjs';

/** What the bridge books beside payments and refunds; localstripe has neither disputes nor payouts. */
export function disputesAndPayouts({ state, fullPayment, listBalance }) {
  /** A dispute takes the money and a fee until it is won. */
  async function dispute({ payment: paymentId, status = 'needs_response' }) {
    const payment = await fullPayment(paymentId);
    const object = {
      id: id('dp'),
      object: 'dispute',
      amount: payment.amount_received,
      currency: payment.currency,
      payment_intent: paymentId,
      charge: payment.latest_charge.id,
      reason: 'fraudulent',
      status,
      evidence_details: { due_by: now() + 7 * 86_400 },
    };
    state.extra.push(
      line('adjustment', {
        amount: -object.amount,
        fee: 1_500,
        currency: object.currency,
        source: object,
        category: 'dispute',
      }),
    );
    await publish('charge.dispute.created', object);
    return ok(object);
  }

  /** Pays out everything of a currency that is not paid out yet. Stripe does not say what a manual one contains. */
  async function payout({ currency, automatic = true }) {
    const { body } = await listBalance(new URLSearchParams({ limit: '100000' }));
    const open = body.data.filter(
      (each) => each.type !== 'payout' && each.currency === currency && !state.payoutOf.has(each.id),
    );
    const amount = open.reduce((sum, each) => sum + each.net, 0);
    const object = {
      id: id('po'),
      object: 'payout',
      amount,
      currency: open[0].currency,
      status: 'paid',
      automatic,
      arrival_date: now(),
    };
    const own = line('payout', { amount: -amount, fee: 0, currency: object.currency, source: object });
    state.extra.push(own);
    for (const each of [...open, own]) state.payoutOf.set(each.id, object.id);
    if (!automatic) state.manualPayouts.add(object.id);
    await publish('payout.paid', object);
    return ok(object);
  }

  return { dispute, payout };
}
