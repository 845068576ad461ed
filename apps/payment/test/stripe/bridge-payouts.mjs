import { id, line, now, ok, publish } from './bridge-requests.mjs';

/** localstripe has no payouts. */
export function payouts({ state, listBalance }) {
  /** Pays out everything of a currency that is not paid out yet. Stripe does not say what a manual one contains. */
  return async function payout({ currency, automatic = true }) {
    const { body } = await listBalance(new URLSearchParams({ limit: '1000000' }));
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
  };
}
