import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue } from '@qafila/runtime/batch-queue';
import { LIMITS } from '../limits.ts';
import type { IngestResult } from './ingest-result.ts';
import type { Submission } from './submission.ts';

/**
 * Group commit: puts concurrent requests into one accepting statement. Accounts take turns: one that sends much does
 * not delay the others. The submissions of a request belong to one account, which gets their results in order. A
 * request fails when the database is away; it is then unknown whether its events are stored.
 */
export class AcceptQueue extends BatchQueue<Submission[], IngestResult[]> {
  constructor(accept: (submissions: Submission[]) => Promise<IngestResult[]>) {
    super({
      batchesAtOnce: LIMITS.acceptStatementsMax,
      sizeOf: (submissions) => submissions.length,
      batch: { sizeMax: LIMITS.acceptEventsMax },
      flows: {
        flowOf: ([first]) => (first as Submission).owner.accountId,
        waiting: { sizeMax: LIMITS.acceptQueueAccountEventsMax },
      },
      waiting: {
        sizeMax: LIMITS.acceptQueueEventsMax,
        error: () => unavailable('Too many events are waiting. Send the same events again.'),
      },
      run: async (requests) => {
        const results = await accept(requests.flat());
        let from = 0;
        return requests.map((submissions) => results.slice(from, (from += submissions.length)));
      },
    });
  }
}
