import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '../in-transaction.ts';
import { holdIntent } from '../intents/change-intent.ts';
import type { HeldIntent } from '../intents/change-intent.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { startAttempt } from '../intents/start-attempt.ts';
import { LIMITS } from '../limits.ts';
import { applyOutcome, nextGateway } from '../operations/apply-outcome.ts';
import type { Applied } from '../operations/apply-outcome.ts';
import { timed } from '../operations/timed.ts';
import type { OperationRow } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import type { PayRequest } from '../providers/provider.ts';
import { chooseGateways, customerLabels } from '../routing/choose-gateways.ts';
import type { Choice, Method } from '../routing/choose-gateways.ts';
import { loadRules } from '../routing/rules.ts';
import { storeProfile } from '../store/store-profile.ts';
import { enabledMethods } from './offered-methods.ts';

/** Where the customer goes next: to the gateway's page, or back to ours. */
export interface Paid { redirectTo: string | null; intent: IntentRow }

/** The methods that this intent's page offers now. */
export async function methodsOf(payments: Payments, row: IntentRow): Promise<Method[]> {
  const { methods } = await storeProfile(payments.pool, { accountId: row.account_id, storeId: row.store_id, mode: row.mode });
  const enabled = enabledMethods(methods, payments.providers.gateways);
  return row.methods === null ? enabled : enabled.filter((method) => row.methods?.includes(method));
}

/** A customer pays by card: the attempt is committed, then a gateway is asked, and the next one where the fallback law permits. */
export async function payByCard(payments: Payments, row: IntentRow, language: string): Promise<Paid> {
  if (!(await methodsOf(payments, row)).includes('card')) throw new Refusal(409, 'method_not_enabled', 'This store does not take cards.');
  const choice = await chooseFor(payments, row, 'card');
  let last: AttemptRow | null = null;
  for (let asked = 0; asked < LIMITS.gatewaysPerTryMax; asked++) {
    const gateway: string | undefined = last === null ? choice.gateways[0] : nextGateway(last) ?? undefined;
    if (gateway === undefined) throw new Refusal(503, 'gateway_unavailable', 'No gateway takes cards now.');
    const begun = await begin(payments, row, { choice, gateway, isFallback: last !== null });
    const { applied, redirectTo } = await ask(payments, begun, language);
    if (!applied.fallback) return { redirectTo, intent: applied.held.row };
    last = applied.attempt;
  }
  return { redirectTo: null, intent: row };
}

/** After the gateway's page refused in a way that another may not: the same customer, the next gateway. Null when the law forbids it. */
export async function fallBack(payments: Payments, applied: Applied, language: string): Promise<Paid | null> {
  const gateway = nextGateway(applied.attempt);
  if (gateway === null || !applied.fallback) return null;
  const { routing } = applied.attempt as { routing: { rule_id?: string | null; gateways?: string[] } };
  const choice: Choice = { rule_id: routing.rule_id ?? null, gateways: routing.gateways ?? [], verdicts: [] };
  const begun = await begin(payments, applied.held.row, { choice, gateway, isFallback: true });
  const { applied: next, redirectTo } = await ask(payments, begun, language);
  return { redirectTo, intent: next.held.row };
}

export async function chooseFor(payments: Payments, row: IntentRow, method: Method): Promise<Choice> {
  const gateways = payments.providers.gateways;
  if (row.gateway !== null) return { rule_id: null, gateways: [row.gateway], verdicts: [{ rule_id: '', matched: true, why: 'the merchant pinned this gateway' }] };
  const rules = await loadRules(payments.pool, { accountId: row.account_id, storeId: row.store_id, mode: row.mode });
  return chooseGateways(rules, {
    intentId: row.id, amountMinor: BigInt(row.amount_minor), currency: row.currency, country: String(row.shipping.country ?? row.billing.country ?? ''), method,
    labels: customerLabels(row.customer),
  }, gateways);
}

async function begin(payments: Payments, row: IntentRow, { choice, gateway, isFallback }: { choice: Choice; gateway: string; isFallback: boolean }): Promise<{ row: IntentRow; operation: OperationRow }> {
  return inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, row.account_id, row.id) as HeldIntent;
    const { operation } = await startAttempt(payments, tx, held, { method: 'card', gateway, choice, isFallback, kind: 'pay', actor: 'customer' });
    return { row: held.row, operation };
  });
}

async function ask(payments: Payments, { row, operation }: { row: IntentRow; operation: OperationRow }, language: string): Promise<{ applied: Applied; redirectTo: string | null }> {
  const { outcome, latencyMs } = await timed(() => payments.providers.of(operation.gateway).pay(payRequest(payments, row, operation, language)));
  const applied = await applyOutcome(payments, { operation, outcome, actor: 'gateway', latencyMs });
  return { applied, redirectTo: outcome.kind === 'redirect' ? outcome.url : null };
}

function payRequest({ keys, publicUrl }: Payments, row: IntentRow, operation: OperationRow, language: string): PayRequest {
  return {
    id: operation.id, amount: BigInt(operation.amount_minor), currency: row.currency, reference: null, capture: row.capture_method === 'automatic',
    orderReference: row.order_reference, description: row.description, language, returnUrl: `${publicUrl}/pay/${keys.pageToken(row.account_id, row.id)}/return?lang=${language}`,
  };
}
