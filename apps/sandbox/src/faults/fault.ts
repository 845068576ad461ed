export const ANSWER_EFFECTS = ['ghost', 'lost', 'bad_gateway', 'crash_before', 'hang_before', 'down', 'slow'] as const;
export const RESULT_EFFECTS = ['decline', 'pending'] as const;
export const CALLBACK_EFFECTS = ['callback_duplicate', 'callback_lost', 'callback_delay', 'callback_bad_signature', 'callback_reorder'] as const;
export const EFFECTS = [...ANSWER_EFFECTS, ...RESULT_EFFECTS, ...CALLBACK_EFFECTS] as const;
export type Effect = (typeof EFFECTS)[number];

export const OPERATIONS = ['create', 'otp', 'verify', 'confirm', 'authorise', 'charge', 'capture', 'void', 'refund', 'reverse', 'inquiry', 'track', 'scan'] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** A fault that was met. */
export interface Fault { effect: Effect; ms: number | null; code: string | null }

/** Which of a call's three sides a fault spoils: at most one fault each. */
export type Side = 'answer' | 'result' | 'callback';
export const EFFECTS_OF: Record<Side, readonly Effect[]> = { answer: ANSWER_EFFECTS, result: RESULT_EFFECTS, callback: CALLBACK_EFFECTS };

/** A fault of the result is kept for a call that has one, unless it names this operation. */
export const HAS_RESULT: ReadonlySet<OperationName> = new Set(['authorise', 'confirm', 'charge', 'capture', 'void', 'refund', 'reverse']);

/** `ghost`, `slow=2000`, `decline=51`: what the header x-sandbox-fault and one chaos draw say. */
export function readFault(text: string | undefined): Fault | null {
  const match = /^([a-z_]+)(?:=([0-9A-Z]{1,9}))?$/.exec(text ?? '');
  if (match === null || !(EFFECTS as readonly string[]).includes(match[1] as string)) return null;
  const effect = match[1] as Effect;
  const isCode = effect === 'decline';
  return { effect, ms: isCode || match[2] === undefined || !/^[0-9]+$/.test(match[2]) ? null : Number(match[2]), code: isCode ? match[2] ?? null : null };
}
