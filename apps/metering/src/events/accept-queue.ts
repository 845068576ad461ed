import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue } from '@qafila/runtime/batch-queue';
import { LIMITS } from '../limits.ts';
import type { IngestResult } from './ingest-result.ts';
import type { Submission } from './submission.ts';
import { USAGE_FACT_BYTES } from './usage-fact.ts';

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
      bytesOf,
      batch: { sizeMax: LIMITS.acceptEventsMax, bytesMax: LIMITS.acceptBytesMax },
      flows: {
        flowOf: ([first]) => (first as Submission).owner.accountId,
        waiting: { sizeMax: LIMITS.acceptQueueAccountEventsMax, bytesMax: LIMITS.acceptQueueAccountBytesMax },
      },
      waiting: {
        sizeMax: LIMITS.acceptQueueEventsMax,
        bytesMax: LIMITS.acceptQueueBytesMax,
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

function bytesOf(submissions: readonly Submission[]): number {
  return submissions.reduce((sum, { event }) => sum + USAGE_FACT_BYTES + Buffer.byteLength(event.payloadText), 0);
}
