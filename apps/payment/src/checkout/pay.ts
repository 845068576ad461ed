import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { holdIntent } from '../intents/held-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { offeredMethods } from '../intents/intent-with-store.ts';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import { startAttempt } from '../intents/start-attempt.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import { applyOutcome, nextGateway } from '../operations/apply-outcome.ts';
import type { Applied } from '../operations/apply-outcome.ts';
import { timed } from '../operations/timed.ts';
import type { OperationRow } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import type { PayRequest } from '../providers/provider.ts';
import { chooseGateways, customerLabels } from '../routing/choose-gateways.ts';
import type { Choice, Gateway, Method, RoutingRule } from '../routing/choose-gateways.ts';
import { loadRules } from '../routing/rules.ts';

/** Where the customer goes next: to the gateway's page, or back to ours. */
export interface Paid { redirectTo: string | null; intent: IntentRow }

/** A customer pays by card: the attempt is committed, then a gateway is asked, and the next one where the fallback law permits. */
export async function payByCard(payments: Payments, { row, store }: IntentWithStore, language: string): Promise<Paid> {
  if (!offeredMethods({ row, store }, payments.providers.gateways).includes('card')) throw new Refusal(409, 'method_not_enabled', 'This store does not take cards.');
  const by = { choice: cardChoice(payments, row, await rulesOf(payments, row)), actor: 'customer' as const };
  const begun = await inTransaction(payments.pool, async (tx) => beginCard(payments, tx, await holdIntent(tx, row.account_id, row.id) as HeldIntent, by));
  return askInTurn(payments, begun, { actor: by.actor, language });
}

/** An attempt that is written, and committed before its gateway hears of it. */
export interface Begun { row: IntentRow; operation: OperationRow }

type Actor = 'customer' | 'merchant';

export function cardChoice({ providers }: Payments, row: IntentRow, rules: readonly RoutingRule[]): Choice {
  const choice = choose(row, 'card', { rules, gateways: providers.gateways });
  if (choice.gateways.length === 0) throw new Refusal(503, 'gateway_unavailable', 'No gateway takes cards now.');
  return choice;
}

/**
 * Opens the attempt at the first gateway of the choice; or, where the gateway before it refused in a way that permits another and nobody was
 * there to follow it (a callback told, or time was short), at the next one of that choice: it is the same try of the customer's.
 */
export async function beginCard(payments: Payments, tx: PoolClient, held: HeldIntent, { choice, actor }: { choice: Choice; actor: Actor }): Promise<Begun> {
  const before = held.attempts.at(-1);
  const isInTime = payments.clock() < held.row.expires_at.getTime();
  const next = before?.routing.falls_back === true && isInTime && held.row.gateway === null ? nextGateway(before) : null;
  return before === undefined || next === null ? begin(payments, tx, held, { choice, actor, gateway: choice.gateways[0] as string }) : beginNext(payments, tx, held, { before, actor });
}

/** Asks the gateway of an open attempt, then the next ones as far as the fallback law permits, while there is time for a whole call. */
export async function askInTurn(payments: Payments, first: Begun, { language, actor, sinceMs = payments.clock() }: { language: string; actor: Actor; sinceMs?: number }): Promise<Paid> {
  const lastStartMs = sinceMs + LIMITS.tryMsMax - INQUIRY.callTimeoutMs;
  let begun = first;
  for (let asked = 1; ; asked++) {
    const { applied, redirectTo } = await ask(payments, begun, language);
    if (!applied.fallback || asked === LIMITS.gatewaysPerTryMax || payments.clock() > lastStartMs) return { redirectTo, intent: applied.held.row };
    begun = await goOn(payments, applied, actor);
  }
}

/** After the gateway's page refused in a way that another may not: the same customer, the next gateways. Null when the law forbids it. */
export async function fallBack(payments: Payments, applied: Applied, { language, sinceMs }: { language: string; sinceMs: number }): Promise<Paid | null> {
  if (!applied.fallback) return null;
  return askInTurn(payments, await goOn(payments, applied, 'customer'), { actor: 'customer', language, sinceMs });
}

export async function chooseFor(payments: Payments, row: IntentRow, method: Method): Promise<Choice> {
  return choose(row, method, { rules: await rulesOf(payments, row), gateways: payments.providers.gateways });
}

function rulesOf({ pool }: Payments, row: IntentRow): Promise<RoutingRule[]> {
  return loadRules(pool, { accountId: row.account_id, storeId: row.store_id, mode: row.mode });
}

function choose(row: IntentRow, method: Method, { rules, gateways }: { rules: readonly RoutingRule[]; gateways: readonly Gateway[] }): Choice {
  if (row.gateway !== null) return { rule_id: null, gateways: [row.gateway], verdicts: [{ rule_id: '', matched: true, why: 'the merchant pinned this gateway' }] };
  return chooseGateways(rules, {
    intentId: row.id, amountMinor: BigInt(row.amount_minor), currency: row.currency, country: String(row.shipping.country ?? row.billing.country ?? ''), method,
    labels: customerLabels(row.customer),
  }, gateways);
}

function goOn(payments: Payments, { held: { row }, attempt: before }: Applied, actor: Actor): Promise<Begun> {
  return inTransaction(payments.pool, async (tx) => beginNext(payments, tx, await holdIntent(tx, row.account_id, row.id) as HeldIntent, { before, actor }));
}

/** Where the law permits a fallback there is a next gateway, of what was chosen when the try began. */
function beginNext(payments: Payments, tx: PoolClient, held: HeldIntent, { before, actor }: { before: AttemptRow; actor: Actor }): Promise<Begun> {
  const { rule_id: ruleId = null, gateways = [] } = before.routing as { rule_id?: string | null; gateways?: string[] };
  return begin(payments, tx, held, { choice: { rule_id: ruleId, gateways, verdicts: [] }, actor, gateway: nextGateway(before) as string, isFallback: true });
}

async function begin(payments: Payments, tx: PoolClient, held: HeldIntent, start: { choice: Choice; actor: Actor; gateway: string; isFallback?: boolean }): Promise<Begun> {
  const { operation } = await startAttempt(payments, tx, held, { method: 'card', kind: 'pay', isFallback: false, ...start });
  return { row: held.row, operation };
}

async function ask(payments: Payments, { row, operation }: Begun, language: string): Promise<{ applied: Applied; redirectTo: string | null }> {
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
