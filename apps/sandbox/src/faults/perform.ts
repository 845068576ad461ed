import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@qafila/envelopes/refusal';
import { LostReply } from '../http/lost-reply.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { drawFault } from './draw-fault.ts';
import type { Call } from './draw-fault.ts';
import type { Fault } from './fault.ts';

/** What a call met before it is done. */
export interface Met { call: Call; decline: string | null; pending: { ms: number; code: string | null } | null; quiet: boolean }

/** `lost`: a lever of the operation itself takes its answer away, or holds it back. */
export interface Done<T> { answer: T; lost?: 'ghost' | 'lost' | 'slow' | null }

/** Does one call of a provider with the faults that were switched for it: some keep it from being done, some take its answer. */
export async function perform<T>(sandbox: Sandbox, call: Call, work: (met: Met) => Promise<Done<T>>): Promise<T> {
  const fault = await drawFault(sandbox, call, 'answer');
  if (fault !== null) before(fault);
  const result = await drawFault(sandbox, call, 'result');
  const done = await work({
    call, quiet: fault?.effect === 'ghost', decline: result?.effect === 'decline' ? result.code ?? '05' : null,
    pending: result?.effect === 'pending' ? { ms: result.ms ?? LIMITS.pendingMsDefault, code: result.code } : null,
  });
  sandbox.wake();
  await after(done.lost === undefined || done.lost === null ? fault : { effect: done.lost, ms: null, code: null });
  return done.answer;
}

function before({ effect, ms }: Fault): void {
  if (effect === 'crash_before') throw new LostReply('drop');
  if (effect === 'hang_before') throw new LostReply('hang', ms ?? LIMITS.hangMsDefault);
  if (effect === 'down') throw new Refusal(503, 'down', 'The provider is down. Nothing was done.', { retryAfterSeconds: 1 });
}

async function after(fault: Fault | null): Promise<void> {
  if (fault?.effect === 'ghost') throw new LostReply('drop');
  if (fault?.effect === 'lost') throw new LostReply('hang', fault.ms ?? LIMITS.hangMsDefault);
  if (fault?.effect === 'bad_gateway') throw new LostReply('bad_gateway');
  if (fault?.effect === 'slow') await delay(fault.ms ?? LIMITS.slowMsDefault);
}
