import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { eventOf } from '../intents/changes.ts';
import type { Changes, Known } from '../intents/changes.ts';
import { refusalOf } from '../intents/change-intent.ts';
import type { ChangeContext } from '../intents/change-intent.ts';
import { decideChange } from '../intents/decide-change.ts';
import type { AttemptRow, Consent, IntentRow, RoutingStep } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { writeChanges } from '../intents/write-changes.ts';
import type { Method } from '../providers/methods.ts';
import type { OperationKind } from '../providers/provider.ts';
import { candidatesView } from '../routing/candidates-view.ts';
import type { ProviderChoice } from '../routing/choose-providers.ts';

export interface NewAttempt {
  method: Method;
  gateway: string;
  choice: ProviderChoice;
  isFallback: boolean;
  kind: OperationKind;
  actor: ChangeContext['actor'];
  /** Who asked for it: the id of the API key, or the customer. */
  requestedBy: string;
  tokenId?: string;
  /** The customer lets the store keep the card. */
  consent?: Consent | null;
  instrument?: Record<string, unknown>;
}

/**
 * Opens an attempt and adds its operation. The caller commits before it asks the provider. A unique index allows one
 * open attempt per intent.
 */
export async function startAttempt(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  wanted: NewAttempt,
): Promise<{ attempt: AttemptRow; operation: OperationRow }> {
  const { isFallback, kind, actor, requestedBy } = wanted;
  const now = new Date(deps.clock());
  const attempt = attemptRow(locked, wanted, now);
  const before: Known = { row: locked.row, attempts: locked.attempts };
  const routed: Known = { ...before, row: withRoutingStep(locked.row, attempt, wanted) };
  const submit = { command: { kind: 'submit', attemptId: attempt.id, fallback: isFallback }, actor } as const;
  const submitted = decideChange(routed, submit, now.getTime());
  if ('refused' in submitted) throw refusalOf(submitted, locked.row);
  const opened: Changes = {
    ...submitted,
    after: { ...submitted.after, attempts: [...submitted.after.attempts, attempt] },
    events: [...submitted.events, eventOf(attempt, { at: now, status: attempt.status, actor })],
    newOperations: [{ attemptId: attempt.id, kind, amount: BigInt(attempt.amount_minor), requestedBy }],
  };
  const [operation] = await writeChanges(deps, tx, { locked, before }, opened);
  return { attempt, operation: operation as OperationRow };
}

function attemptRow(
  { row, attempts }: LockedIntent,
  { method, gateway, choice, tokenId, consent = null, instrument = {} }: NewAttempt,
  now: Date,
): AttemptRow {
  return {
    account_id: row.account_id,
    id: newId('txn', now.getTime()),
    store_id: row.store_id,
    mode: row.mode,
    intent_id: row.id,
    no: attempts.length + 1,
    status: 'PENDING',
    is_open: true,
    method,
    gateway,
    gateway_reference: null,
    amount_minor: row.amount_minor,
    taken_minor: '0',
    currency: row.currency,
    bank_code: '',
    bank_message: '',
    secure: null,
    instrument,
    routing: { rule_id: choice.rule_id, gateways: choice.gateways },
    token_id: tokenId ?? null,
    consent,
    created_at: now,
    updated_at: now,
  };
}

function withRoutingStep(row: IntentRow, attempt: AttemptRow, wanted: NewAttempt): IntentRow {
  const { choice, isFallback } = wanted;
  const step: RoutingStep = {
    at: attempt.created_at.toISOString(),
    rule_id: choice.rule_id,
    gateway_type: attempt.gateway,
    attempt_id: attempt.id,
    reason: reasonOf(wanted),
    outcome: 'asked',
    latency_ms: null,
    ...(isFallback ? {} : { considered: choice.verdicts }),
    ...(isFallback || choice.isMeasured !== true ? {} : { candidates: candidatesView(choice.candidates ?? [], row) }),
  };
  return { ...row, routing_history: [...row.routing_history, step] };
}

function reasonOf({ isFallback, choice }: NewAttempt): string {
  if (isFallback) return 'fallback: the previous provider refused in a way that permits another';
  const note = choice.note === undefined ? '' : `, ${choice.note}`;
  return (
    choice.verdicts.find((verdict) => verdict.matched)?.why ??
    (choice.rule_id === null ? `no rule matches: the order of the deployment${note}` : choice.rule_id)
  );
}
