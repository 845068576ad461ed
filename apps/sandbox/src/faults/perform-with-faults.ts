import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@qafila/envelopes/refusal';
import { ReplyFault } from '../http/reply-fault.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { drawFault } from './draw-fault.ts';
import type { FaultableCall } from './draw-fault.ts';
import type { Fault } from './fault.ts';

/** The faults that a call must apply to its own work. */
export interface InjectedFaults {
  call: FaultableCall;
  decline: string | null;
  pending: { ms: number; code: string | null } | null;
  suppressCallback: boolean;
}

/** `replyFault`: a lever of the operation itself withholds or delays the answer. */
export interface PerformedCall<T> {
  answer: T;
  replyFault?: 'ghost' | 'lost' | 'slow' | null;
}

/** Does one call to a company. A fault may prevent the work, change its result, or withhold its answer. */
export async function performWithFaults<T>(
  sandbox: Sandbox,
  call: FaultableCall,
  work: (faults: InjectedFaults) => Promise<PerformedCall<T>>,
): Promise<T> {
  const fault = await drawFault(sandbox, call, 'answer');
  if (fault !== null) applyBefore(fault);
  const result = await drawFault(sandbox, call, 'result');
  const { answer, replyFault } = await work({
    call,
    suppressCallback: fault?.effect === 'ghost',
    decline: result?.effect === 'decline' ? (result.code ?? '05') : null,
    pending: result?.effect === 'pending' ? { ms: result.ms ?? LIMITS.pendingMsDefault, code: result.code } : null,
  });
  sandbox.wake();
  await applyAfter(replyFault == null ? fault : { effect: replyFault, ms: null, code: null });
  return answer;
}

function applyBefore({ effect, ms }: Fault): void {
  if (effect === 'crash_before') throw new ReplyFault('drop');
  if (effect === 'hang_before') throw new ReplyFault('hang', ms ?? LIMITS.hangMsDefault);
  if (effect === 'down')
    throw new Refusal(503, 'down', 'The provider is down. Nothing was done.', { retryAfterSeconds: 1 });
}

async function applyAfter(fault: Fault | null): Promise<void> {
  if (fault?.effect === 'ghost') throw new ReplyFault('drop');
  if (fault?.effect === 'lost') throw new ReplyFault('hang', fault.ms ?? LIMITS.hangMsDefault);
  if (fault?.effect === 'bad_gateway') throw new ReplyFault('bad_gateway');
  if (fault?.effect === 'slow') await delay(fault.ms ?? LIMITS.slowMsDefault);
}
