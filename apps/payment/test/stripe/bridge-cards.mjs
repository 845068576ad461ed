import { declined, ok, refuse } from './bridge-requests.mjs';

/** Cards that customers keep at Stripe: localstripe has customers and what is attached to them, but no Checkout. */
export function cardDesk({ local, state, fullPayment }) {
  /** Checkout makes a customer, and keeps the card, where the session says so. */
  async function keepCard(session, methodId) {
    if (session.options.setup_future_usage !== 'off_session') return null;
    const { body: customer } = await local('POST', '/v1/customers', { description: 'Checkout' });
    await local('POST', `/v1/payment_methods/${methodId}/attach`, { customer: customer.id });
    return customer.id;
  }

  /** Without the customer no one can answer the bank: Stripe refuses, and the payment waits for another card. */
  async function chargeOffSession({ amount, currency, customer, payment_method: method, metadata = {} }) {
    const { body: kept } = await local('GET', `/v1/payment_methods/${method}`);
    if (!method.startsWith('pm_card_') && kept.customer !== customer)
      return refuse(400, { code: 'resource_missing', message: `The PaymentMethod ${method} is not of ${customer}.` });
    const created = await local('POST', '/v1/payment_intents', {
      amount,
      currency,
      payment_method: method,
      confirm: 'true',
      off_session: 'true',
      ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
    });
    if (created.status === 402) return declined(created.body.error, await newestOf(metadata));
    if (created.status !== 200) return created;
    if (created.body.status !== 'requires_action') return ok(await fullPayment(created.body.id));
    const error = { code: 'authentication_required', message: 'Your card was declined: it requires authentication.' };
    const { id } = created.body;
    state.payments.set(id, { unauthenticated: { ...error, decline_code: error.code } });
    return declined({ ...error, decline_code: error.code }, await fullPayment(id));
  }

  async function newestOf({ qafila_operation: operation }) {
    const { body } = await local('GET', '/v1/payment_intents?limit=1000000');
    const failed = body.data.findLast((each) => each.metadata.qafila_operation === operation);
    return failed && fullPayment(failed.id);
  }

  async function detach(methodId) {
    const known = await local('GET', `/v1/payment_methods/${methodId}`);
    if (known.status !== 200)
      return refuse(404, { code: 'resource_missing', message: `No such PaymentMethod: '${methodId}'` });
    if (known.body.customer === null)
      return refuse(400, { message: 'The payment method you provided is not attached to a customer.' });
    return local('POST', `/v1/payment_methods/${methodId}/detach`, {});
  }

  async function forget(customer) {
    const deleted = await local('DELETE', `/v1/customers/${customer}`);
    return deleted.status === 200
      ? deleted
      : refuse(404, { code: 'resource_missing', message: `No such customer: '${customer}'` });
  }

  return { keepCard, chargeOffSession, detach, forget };
}
