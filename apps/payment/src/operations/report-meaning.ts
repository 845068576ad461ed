import type { OperationKind, ProviderReport } from '../providers/provider.ts';

/** The reports that say something; the others leave the operation pending. */
export const DECIDED_REPORTS = [
  'captured',
  'authorised',
  'voided',
  'refunded',
  'declined',
  'not_sent',
  'not_found',
] as const satisfies readonly ProviderReport['kind'][];
export type DecidedKind = (typeof DECIDED_REPORTS)[number];

/**
 * - `captured`, `authorised`: the provider has the money, or has reserved it, whatever was requested;
 * - `released`: the authorisation has ended, and no money was taken;
 * - `returned`: the money was taken and given back;
 * - `declined`: the payment did not happen;
 * - `done`, `refused`: the provider did what was requested, or refuses to;
 * - `undecided`: the report is the state from before the request, so the request may still be under way;
 * - `contradiction`: it cannot be; a person must look.
 */
export type Meaning =
  'captured' | 'authorised' | 'released' | 'returned' | 'declined' | 'done' | 'refused' | 'undecided' | 'contradiction';

const PAYMENT: Record<DecidedKind, Meaning> = {
  captured: 'captured',
  authorised: 'authorised',
  voided: 'released',
  refunded: 'returned',
  declined: 'declined',
  not_sent: 'declined',
  not_found: 'declined',
};
const REFUSALS = { declined: 'refused', not_sent: 'refused', not_found: 'refused' } as const;
const OF_AUTHORISATION: Record<DecidedKind, Meaning> = {
  captured: 'captured',
  authorised: 'undecided',
  voided: 'released',
  refunded: 'contradiction',
  ...REFUSALS,
};
const RETURN: Record<DecidedKind, Meaning> = {
  captured: 'undecided',
  authorised: 'undecided',
  voided: 'done',
  refunded: 'done',
  ...REFUSALS,
};

const MEANINGS: Record<OperationKind, Record<DecidedKind, Meaning>> = {
  pay: PAYMENT,
  charge: PAYMENT,
  capture: OF_AUTHORISATION,
  void: OF_AUTHORISATION,
  refund: RETURN,
  reverse: RETURN,
};

/**
 * What a provider's report means for an operation. Most providers report the state of the payment, not of the request.
 */
export function meaningOf(kind: OperationKind, report: DecidedKind): Meaning {
  return MEANINGS[kind][report];
}

export function isDecided(report: ProviderReport): report is Extract<ProviderReport, { kind: DecidedKind }> {
  return (DECIDED_REPORTS as readonly string[]).includes(report.kind);
}
