import type { FaultRow } from './fault.entity.ts';

export const ANSWER_EFFECTS = ['ghost', 'lost', 'bad_gateway', 'crash_before', 'hang_before', 'down', 'slow'] as const;
export const RESULT_EFFECTS = ['decline', 'pending'] as const;
export const CALLBACK_EFFECTS = [
  'callback_duplicate',
  'callback_lost',
  'callback_delay',
  'callback_bad_signature',
  'callback_reorder',
] as const;
export const EFFECTS = [...ANSWER_EFFECTS, ...RESULT_EFFECTS, ...CALLBACK_EFFECTS] as const;
export type Effect = (typeof EFFECTS)[number];

export const OPERATIONS = [
  'create',
  'otp',
  'verify',
  'confirm',
  'authorise',
  'charge',
  'capture',
  'void',
  'refund',
  'reverse',
  'inquiry',
  'track',
  'scan',
  'instruct',
  'pickup',
  'manifest',
] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** A fault that a call meets. */
export type Fault = Pick<FaultRow, 'effect' | 'ms' | 'code'>;

/** The part of a call that a fault affects. A call meets at most one fault for each part. */
export type FaultTarget = 'answer' | 'result' | 'callback';
export const EFFECTS_BY_TARGET: Record<FaultTarget, readonly Effect[]> = {
  answer: ANSWER_EFFECTS,
  result: RESULT_EFFECTS,
  callback: CALLBACK_EFFECTS,
};

/** Operations with a result. A fault of the result without an operation waits for one of these. */
export const OPERATIONS_WITH_RESULT: ReadonlySet<OperationName> = new Set([
  'authorise',
  'confirm',
  'charge',
  'capture',
  'void',
  'refund',
  'reverse',
]);

/** Parses the header x-sandbox-fault: `ghost`, `slow=2000`, `decline=51`. */
export function parseFault(text: string | undefined): Fault | null {
  const match = /^([a-z_]+)(?:=([0-9A-Z]{1,9}))?$/.exec(text ?? '');
  if (match === null || !(EFFECTS as readonly string[]).includes(match[1] as string)) return null;
  const effect = match[1] as Effect;
  const isCode = effect === 'decline';
  return {
    effect,
    ms: isCode || match[2] === undefined || !/^[0-9]+$/.test(match[2]) ? null : Number(match[2]),
    code: isCode ? (match[2] ?? null) : null,
  };
}
