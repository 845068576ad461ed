import { unavailable } from '@qafila/envelopes/refusal';
import { GroupQueue } from '@qafila/runtime/group-queue';
import { LIMITS } from '../limits.ts';
import type { Submission } from './submission.ts';
import type { Outcome } from './outcome.ts';

/** Concurrent requests in one accepting statement. Outcomes in the order of the submissions; rejects when the database is away, and nothing is known to be stored then. */
export class GroupCommit extends GroupQueue<Submission[], Outcome[]> {
  constructor(accept: (submissions: Submission[]) => Promise<Outcome[]>) {
    super({
      groupsAtOnce: LIMITS.acceptStatementsMax, perGroupMax: LIMITS.acceptEventsMax, waitingMax: LIMITS.acceptQueueEventsMax, sizeOf: (submissions) => submissions.length,
      whenFull: () => unavailable('More usage is waiting than can be taken in. Send the same events again.'),
      together: async (requests) => {
        const outcomes = await accept(requests.flat());
        let from = 0;
        return requests.map((submissions) => ({ status: 'fulfilled', value: outcomes.slice(from, from += submissions.length) }));
      },
    });
  }
}
