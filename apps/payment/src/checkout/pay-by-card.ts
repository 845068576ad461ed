import { invalid } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { offeredMethods } from '../intents/intent-with-store.ts';
import { offersToSave, payableMethods } from '../intents/wanted-payment.ts';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import type { AttemptRow, Consent, IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import { applyReport } from '../operations/apply-report.ts';
import { nextProvider } from '../operations/report-command.ts';
import type { AppliedReport } from '../operations/apply-report.ts';
import { callProvider } from '../operations/call-provider.ts';
import { operationRequestOf } from '../operations/run-operation.ts';
import { startAttempt } from '../operations/start-attempt.ts';
import { ownerOf } from '../owner.ts';
import { directUrl } from '../providers/customer-action.ts';
import type { Method } from '../providers/methods.ts';
import { buyerOf, orderItems, postalAddress } from '../providers/payer.ts';
import type { PayRequest } from '../providers/provider.ts';
import { pageChoice, rulesOf } from '../routing/choose-for-intent.ts';
import type { ProviderChoice } from '../routing/choose-providers.ts';
import { completeCustomer, missingDetails } from './buyer-details.ts';
import type { Details } from './buyer-details.ts';

/** Where the customer goes next: the provider's page, or ours when `redirectTo` is null. */
export interface Paid {
  redirectTo: string | null;
  intent: IntentRow;
}

/** What the customer chose and typed on our page. */
export interface Pressed {
  language: string;
  method: Method;
  /** The box to keep the card is ticked. */
  ticked?: boolean;
  typed?: Details;
}

/**
 * Pays on a gateway's own page, by card or in instalments; `wallet` where a wallet takes the method, on our pages, and
 * `details` where the gateway needs more of the customer than is known. The attempt is committed before the provider is
 * called. The next provider follows where the fallback policy permits it.
 */
export async function payOnPage(
  deps: PaymentDependencies,
  { row, store, last }: IntentWithStore,
  { language, method, ticked = false, typed = {} }: Pressed,
): Promise<Paid | 'wallet' | 'details'> {
  const providers = await deps.providers.ofStore(ownerOf(row));
  const { available } = providers;
  if (!offeredMethods({ row, store }, available).includes(method))
    throw invalid('method', `This store does not accept ${method}.`, 'method_not_enabled');
  const saves = ticked && method === 'card' && offersToSave({ row }, payableMethods({ row, store }, available));
  const known = { row, instrument: last?.instrument, saves };
  const choice = await pageChoice(deps, known, { method, rules: await rulesOf(deps, row) });
  if (choice === null) return 'wallet';
  const missing = missingDetails(row.customer, [providers.of(choice.gateways[0] as string)]);
  if (missing.some((name) => typed[name] === undefined)) return 'details';
  const consent = saves ? { at: new Date(deps.clock()).toISOString(), language } : null;
  const by = { choice, method, consent, actor: 'customer', requestedBy: 'customer' } as const;
  const startedId = await inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, row.account_id, row.id)) as LockedIntent;
    const complete = missing.length === 0 ? locked : await completeCustomer(tx, locked, typed);
    return startCardAttempt(deps, tx, complete, by);
  });
  return tryProvidersInOrder(deps, startedId, { actor: by.actor, language });
}

/** An attempt that is committed before its provider is asked. */
export interface StartedAttempt {
  row: IntentRow;
  method: Method;
  operation: OperationRow;
  /** The customer lets the store keep the card. */
  saves?: boolean;
}

type Actor = 'customer' | 'merchant';

interface NewPayment {
  choice: ProviderChoice;
  method: Method;
  actor: Actor;
  requestedBy: string;
  /** The customer lets the store keep the card. */
  consent?: Consent | null;
}

/**
 * Opens an attempt at the first provider of the choice. If the previous provider refused in a way that permits a
 * fallback and no request followed it (a callback reported it, or time was short), the attempt opens at the next
 * provider of the earlier choice, as part of the same try, with the consent of this press. A press that says otherwise
 * about keeping the card starts from its own choice, because other gateways can take it.
 */
export async function startCardAttempt(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { choice, method, actor, requestedBy, consent = null }: NewPayment,
): Promise<StartedAttempt> {
  const before = locked.attempts.at(-1);
  const isInTime = deps.clock() < locked.row.expires_at.getTime();
  const next =
    before?.routing.falls_back === true && isInTime && locked.row.gateway === null ? nextProvider(before) : null;
  const by = { actor, requestedBy, consent };
  const isSameTry = before?.method === method && (before.consent === null) === (consent === null);
  return before === undefined || next === null || !isSameTry
    ? startCardAttemptAt(deps, tx, locked, { choice, method, ...by, gateway: choice.gateways[0] as string })
    : startNextAttempt(deps, tx, locked, { before, ...by });
}

/**
 * Asks the provider of an open attempt, then the next ones while the fallback policy permits it and there is time for a
 * whole call.
 */
export async function tryProvidersInOrder(
  deps: PaymentDependencies,
  first: StartedAttempt,
  { language, actor, sinceMs = deps.clock() }: { language: string; actor: Actor; sinceMs?: number },
): Promise<Paid> {
  const lastStartMs = sinceMs + LIMITS.tryMsMax - INQUIRY.callTimeoutMs;
  let startedId = first;
  for (let tried = 1; ; tried++) {
    const { applied, redirectTo } = await askProvider(deps, startedId, language);
    if (!applied.fallback || tried === LIMITS.gatewaysPerTryMax || deps.clock() > lastStartMs)
      return { redirectTo, intent: applied.locked.row };
    startedId = await nextAttempt(deps, applied, actor);
  }
}

/**
 * Continues with the next providers after a refusal on the provider's page. Null when the fallback policy forbids it.
 */
export async function tryFallback(
  deps: PaymentDependencies,
  applied: AppliedReport,
  { language, sinceMs }: { language: string; sinceMs: number },
): Promise<Paid | null> {
  if (!applied.fallback) return null;
  return tryProvidersInOrder(deps, await nextAttempt(deps, applied, 'customer'), {
    actor: 'customer',
    language,
    sinceMs,
  });
}

function nextAttempt(
  deps: PaymentDependencies,
  { locked: { row }, attempt: before, operation }: AppliedReport,
  actor: Actor,
): Promise<StartedAttempt> {
  return inTransaction(deps.pool, async (tx) =>
    startNextAttempt(deps, tx, (await lockIntent(tx, row.account_id, row.id)) as LockedIntent, {
      before,
      actor,
      requestedBy: operation.requested_by ?? actor,
      consent: before.consent,
    }),
  );
}

/** The next provider comes from the choice that was made when the try began. */
function startNextAttempt(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { before, ...by }: { before: AttemptRow } & Required<Pick<NewPayment, 'actor' | 'requestedBy' | 'consent'>>,
): Promise<StartedAttempt> {
  const { rule_id: ruleId = null, gateways = [] } = before.routing as { rule_id?: string | null; gateways?: string[] };
  return startCardAttemptAt(deps, tx, locked, {
    choice: { rule_id: ruleId, gateways, verdicts: [] },
    method: before.method,
    ...by,
    gateway: nextProvider(before) as string,
    isFallback: true,
  });
}

async function startCardAttemptAt(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  start: NewPayment & { gateway: string; isFallback?: boolean },
): Promise<StartedAttempt> {
  const { operation } = await startAttempt(deps, tx, locked, {
    kind: 'pay',
    isFallback: false,
    ...start,
  });
  return { row: locked.row, method: start.method, operation, saves: (start.consent ?? null) !== null };
}

async function askProvider(
  deps: PaymentDependencies,
  { row, operation, method, saves }: StartedAttempt,
  language: string,
): Promise<{ applied: AppliedReport; redirectTo: string | null }> {
  const { report, latencyMs } = await callProvider(async () =>
    (await deps.providers.of(operation)).pay(payRequest(deps, row, { operation, method, saves, language })),
  );
  const applied = await applyReport(deps, { operation, report, actor: 'gateway', latencyMs });
  return { applied, redirectTo: report.kind === 'action' ? directUrl(report.action) : null };
}

function payRequest(
  { keys, publicUrl }: PaymentDependencies,
  row: IntentRow,
  { operation, method, saves, language }: Omit<StartedAttempt, 'row'> & { language: string },
): PayRequest {
  const amount = BigInt(operation.amount_minor);
  return {
    ...operationRequestOf(operation, row.currency),
    method,
    capture: row.capture_method === 'automatic',
    orderReference: row.order_reference,
    description: row.description,
    buyer: buyerOf(row.customer),
    shipping: postalAddress(row.shipping),
    billing: postalAddress(row.billing),
    items: orderItems({ amount, orderReference: row.order_reference, description: row.description }),
    expiresAtMs: row.expires_at.getTime(),
    language,
    saves,
    returnUrl: `${publicUrl}/pay/${keys.returnToken(row.account_id, operation.id)}/return?lang=${language}`,
  };
}
