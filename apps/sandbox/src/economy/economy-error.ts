import type { Refusal } from '@qafila/envelopes/refusal';

const RETURN_CODES: Record<string, string> = {
  duplicate_reference: '21',
  unknown_service: '22',
  not_found: '44',
  not_served: '50',
  already_picked_up: '71',
  not_cancellable: '72',
};

/** A refusal is HTTP 200 with a return code. Only a wrong key and a server error have an HTTP status of their own. */
export function refusalEconomy({ status, code, message }: Refusal): { status: number; body: Record<string, unknown> } {
  if (status === 401) return { status, body: { RC: '03', MSG: message } };
  if (status >= 500) return { status, body: { RC: '90', MSG: message } };
  return { status: 200, body: { RC: RETURN_CODES[code] ?? '20', MSG: message } };
}
