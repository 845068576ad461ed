import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue } from '@qafila/runtime/batch-queue';
import { LIMITS } from '../limits.ts';
import type { IngestResult } from './ingest-result.ts';
import type { Submission } from './submission.ts';

/**
 * Group commit: puts concurrent requests into one accepting statement. A request gets its results in the order of its
 * submissions. It fails when the database is away; it is then unknown whether its events are stored.
 */
export class AcceptQueue extends BatchQueue<Submission[], IngestResult[]> {
  constructor(accept: (submissions: Submission[]) => Promise<IngestResult[]>) {
    super({
      batchesAtOnce: LIMITS.acceptStatementsMax,
      sizeOf: (submissions) => submissions.length,
      batch: { sizeMax: LIMITS.acceptEventsMax },
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
