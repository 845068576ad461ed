import type { PoolClient } from 'pg';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import type { JsonObject } from '@qafila/json/json-value';
import { readCaptureMethod, readGateway } from '../checkout/create-checkout.ts';
import { methodsOfStore, readMethods } from '../checkout/offered-methods.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';
import { optionalText, readBody, readUrl } from '../reading.ts';
import { readAmount, readCurrency } from './amount.ts';
import { STATUS_OF_REFUSAL } from './change-intent.ts';
import { holdOwn } from './find-intents.ts';
import type { IntentRow } from './intent.entity.ts';
import { intentOf } from './intent.entity.ts';
import type { Intent, Refused } from './intent.state.ts';
import { intentView } from './intent-view.ts';
import { readAddress, readCustomer, readMetadata } from './new-intent.ts';

/** Changes what an intent asks for, as long as nobody has tried to pay it. Fields that are not sent stay as they are. */
export async function updateIntent(payments: Payments, owner: Owner, { id, sent }: { id: string; sent: SentRequest }): Promise<Answer> {
  const body = readBody(sent.body);
  const enabled = await methodsOfStore(payments, owner);
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const { row, attempts } = await holdOwn(tx, owner, id);
      const refused = whyNotUpdated(intentOf(row, attempts), payments.clock());
      if (refused !== null) throw new Refusal(STATUS_OF_REFUSAL[refused.refused], refused.refused, refused.message, { details: { pi_status: row.status } });
      if (row.source === 'bnpl' || row.source === 'token') throw new Refusal(409, 'illegal_transition', 'A wallet journey keeps what it was set up with. Cancel it and set up another.');
      const next: IntentRow = {
        ...row, ...readMoney(body, row), ...readTexts(body), updated_at: new Date(payments.clock()), revision: row.revision + 1,
        ...(body.gateway_instance_id === undefined ? {} : { gateway: readGateway(payments, body) }),
        ...(body.payment_methods === undefined ? {} : { methods: readMethods(body.payment_methods, enabled) }),
      };
      await write(tx, next);
      return { answer: { status: 200, body: paymentSuccess('Payment intent updated', intentView(next, payments)) } };
    },
  });
}

/** What an intent asks for may change until somebody tries to pay it: then a gateway, and a customer, have been told. */
function whyNotUpdated(intent: Intent, nowMs: number): Refused | null {
  if (intent.status !== 'requires_payment_method' || intent.attempts.length > 0) {
    return { refused: 'illegal_transition', message: `This intent is ${intent.status}${intent.attempts.length > 0 ? ' and was tried already' : ''}: it cannot be changed. Cancel it and create another.` };
  }
  return nowMs >= intent.expiresAtMs ? { refused: 'expired', message: 'The time to pay is over.' } : null;
}

/** An amount means something only in its currency: a new currency needs a new amount. */
function readMoney(body: JsonObject, row: IntentRow): Partial<IntentRow> {
  const currency = body.currency === undefined ? row.currency : readCurrency(body.currency);
  if (body.amount === undefined) {
    if (currency !== row.currency) throw invalid('amount', `amount is required with another currency: it was ${row.currency}.`);
    return {};
  }
  return { currency, amount_minor: String(readAmount(body.amount, currency)) };
}

function readTexts(body: JsonObject): Partial<IntentRow> {
  const metadata = body.metadata === undefined ? undefined : readMetadata(body.metadata);
  return {
    ...(body.customer === undefined ? {} : { customer: readCustomer(body.customer, true) }),
    ...(body.shipping === undefined ? {} : { shipping: readAddress(body.shipping, 'shipping', true) }),
    ...(body.billingAddress === undefined ? {} : { billing: readAddress(body.billingAddress, 'billingAddress', true) }),
    ...(metadata === undefined ? {} : { metadata: metadata.metadata, order_reference: metadata.orderReference }),
    ...(body.description === undefined ? {} : { description: optionalText(body.description, 'description', LIMITS.descriptionCharactersMax) }),
    ...(body.capture_method === undefined ? {} : { capture_method: readCaptureMethod(body.capture_method) }),
    ...(body.success_url === undefined ? {} : { success_url: readUrl(body.success_url, 'success_url') }),
    ...(body.failure_url === undefined ? {} : { failure_url: readUrl(body.failure_url, 'failure_url') }),
  };
}

async function write(tx: PoolClient, row: IntentRow): Promise<void> {
  await tx.query(`
    UPDATE intent SET amount_minor = $3, currency = $4, capture_method = $5, order_reference = $6, description = $7, customer = $8, shipping = $9, billing = $10,
      metadata = $11, success_url = $12, failure_url = $13, methods = $14, gateway = $15, revision = $16, updated_at = $17 WHERE account_id = $1 AND id = $2`,
  [row.account_id, row.id, row.amount_minor, row.currency, row.capture_method, row.order_reference, row.description, JSON.stringify(row.customer), JSON.stringify(row.shipping),
    JSON.stringify(row.billing), JSON.stringify(row.metadata), row.success_url, row.failure_url, row.methods, row.gateway, row.revision, row.updated_at]);
}
