import { ROUTING } from '../limits.ts';

/** How a gateway answers one store's new payments. Times are ms of the service's clock. */
export interface Circuit {
  /** Technical failures in a row, while it is closed. */
  failures: number;
  failedAtMs: number | null;
  /** Null while it is closed. */
  openedAtMs: number | null;
  /** When a payment may try the gateway again. */
  retryAtMs: number | null;
  /** How often it opened in a row: each time for longer. */
  openings: number;
  /** Until then one payment tries the gateway, and no other. */
  probeUntilMs: number | null;
}

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/** What a call of a new payment showed: an answer of any kind, or none. */
export interface CallResult {
  isAnswered: boolean;
  /** When the call began. A call from before the opening says nothing new. */
  startedAtMs: number;
}

export const CLOSED: Circuit = {
  failures: 0,
  failedAtMs: null,
  openedAtMs: null,
  retryAtMs: null,
  openings: 0,
  probeUntilMs: null,
};

/** (circuit, result of a call, now) → circuit. Pure. */
export function afterCall(circuit: Circuit, { isAnswered, startedAtMs }: CallResult, nowMs: number): Circuit {
  if (circuit.openedAtMs !== null && startedAtMs < circuit.openedAtMs) return circuit;
  if (isAnswered) return CLOSED;
  if (circuit.openedAtMs !== null) return opened(circuit, nowMs);
  const isInRow = circuit.failedAtMs !== null && nowMs - circuit.failedAtMs < ROUTING.failuresTogetherMs;
  const next: Circuit = { ...circuit, failures: isInRow ? circuit.failures + 1 : 1, failedAtMs: nowMs };
  return next.failures >= ROUTING.failuresToOpen ? opened(next, nowMs) : next;
}

function opened(circuit: Circuit, nowMs: number): Circuit {
  const openMs = Math.min(ROUTING.openMsMax, ROUTING.openMs * 2 ** Math.min(circuit.openings, 30));
  return {
    ...circuit,
    failedAtMs: nowMs,
    openedAtMs: nowMs,
    retryAtMs: nowMs + openMs,
    openings: circuit.openings + 1,
    probeUntilMs: null,
  };
}

export function stateOf({ openedAtMs, retryAtMs }: Circuit, nowMs: number): CircuitState {
  if (openedAtMs === null) return 'closed';
  return retryAtMs !== null && nowMs >= retryAtMs ? 'half_open' : 'open';
}
