import { Refusal } from '@qafila/envelopes/refusal';

/**
 * Returns null when a concurrent request was faster; the page then shows the current state. Rethrows any other error.
 */
export function tolerateRace(error: unknown): null {
  if (error instanceof Refusal && (error.status === 409 || error.code === 'gateway_unavailable')) return null;
  if ((error as { code?: string }).code === '23505') return null;
  throw error;
}
