import type { StatusOf } from '@qafila/contracts/errors';
import { Refusal } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { majorNumber } from '../money/amount.ts';
import { lockSession } from './change-session.ts';
import { isEnd } from './changes.ts';
import type { Changes, Known } from './changes.ts';
import { decideChange } from './decide-change.ts';
import type { ChangeContext } from './decide-change.ts';
import type { IntentRow } from './intent.entity.ts';
import type { Command, Refused } from './intent.state.ts';
import type { LockedIntent } from './locked-intent.ts';
import type { OperationRow } from './operation.entity.ts';
import { writeChanges } from './write-changes.ts';

export type { ChangeContext } from './decide-change.ts';

const STATUS_OF_REFUSAL = {
  illegal_transition: 409,
  expired: 409,
  amount_exceeds_authorised: 422,
  refund_exceeds_captured: 422,
  payment_disputed: 409,
  contradiction: 409,
} as const satisfies { [Code in Refused['refused']]: StatusOf<Code> };

/** The answer to a request that the state of the intent does not allow. */
export function refusalOf({ refused, message, amountMax }: Refused, row: IntentRow, param?: string): Refusal {
  const status = STATUS_OF_REFUSAL[refused];
  const state = { pi_status: row.status };
  if (amountMax === undefined) return new Refusal(status, refused, message, { param, details: state });
  const most = `At most ${fromMinorUnits(amountMax, row.currency)} ${row.currency} is possible.`;
  return new Refusal(status, refused, `${message} ${most}`, {
    param,
    details: { ...state, amount_max: majorNumber(amountMax, row.currency) },
  });
}

/** A command, and what is requested of the provider because of it. */
export type WantedChange = ChangeContext & { command: Command; request?: Changes['newOperations'][number] };

/**
 * Changes an intent by a command, in the transaction that locked it. It throws when the state refuses the command.
 * Returns whether anything changed, and the operations that were added.
 */
export async function changeIntent(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { request, ...wanted }: WantedChange,
): Promise<{ isChanged: boolean; operations: OperationRow[] }> {
  const known: Known = { row: locked.row, attempts: locked.attempts };
  const decided = decideOrThrow(deps, known, wanted);
  const needsSession = isEnd(known.row.status, decided.after.row.status);
  // Most commands end nothing, so only an end reads the session.
  const before = needsSession
    ? { ...known, session: await lockSession(tx, known.row.account_id, known.row.id) }
    : known;
  const changes = needsSession ? decideOrThrow(deps, before, wanted) : decided;
  const isChanged = changes.after.row !== before.row;
  if (!isChanged) return { isChanged, operations: [] };
  const newOperations = request === undefined ? changes.newOperations : [...changes.newOperations, request];
  return { isChanged, operations: await writeChanges(deps, tx, { locked, before }, { ...changes, newOperations }) };
}

function decideOrThrow(
  { clock }: PaymentDependencies,
  known: Known,
  wanted: ChangeContext & { command: Command },
): Changes {
  const decided = decideChange(known, wanted, clock());
  if ('refused' in decided) throw refusalOf(decided, known.row, wanted.param);
  return decided;
}
