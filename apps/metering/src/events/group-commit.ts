import { unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { Submission } from './submission.ts';
import type { Outcome } from './outcome.ts';

interface Waiting { submissions: Submission[]; settle: (outcomes: Outcome[]) => void; fail: (error: unknown) => void }

/**
 * Puts concurrent requests into one accepting statement: a commit costs the disk the same for one event as for hundreds.
 * Nobody waits for company: a request goes at once while a statement is free, else with the next one.
 */
export class GroupCommit {
  #queue: Waiting[] = [];
  #queuedEvents = 0;
  #running = 0;

  constructor(private readonly accept: (submissions: Submission[]) => Promise<Outcome[]>) {}

  /** Outcomes in the order of the submissions. Rejects when the database is away; nothing is known to be stored then. */
  submit(submissions: Submission[]): Promise<Outcome[]> {
    if (this.#queuedEvents + submissions.length > LIMITS.acceptQueueEventsMax) {
      return Promise.reject(unavailable('More usage is waiting than can be taken in. Send the same events again.'));
    }
    return new Promise((settle, fail) => {
      this.#queue.push({ submissions, settle, fail });
      this.#queuedEvents += submissions.length;
      // One turn of the event loop lets the requests that arrived together go together.
      if (this.#running < LIMITS.acceptStatementsMax) setImmediate(() => this.#next());
    });
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#running >= LIMITS.acceptStatementsMax) return;
    const taken = this.#take();
    const submissions = taken.length === 1 ? (taken[0] as Waiting).submissions : taken.flatMap((one) => one.submissions);
    this.#running++;
    void this.accept(submissions).then(
      (outcomes) => {
        let from = 0;
        for (const one of taken) one.settle(outcomes.slice(from, from += one.submissions.length));
      },
      (error: unknown) => { for (const one of taken) one.fail(error); },
    ).finally(() => {
      this.#running--;
      this.#next();
    });
  }

  #take(): Waiting[] {
    let events = 0;
    let count = 0;
    for (const one of this.#queue) {
      if (count > 0 && events + one.submissions.length > LIMITS.acceptEventsMax) break;
      events += one.submissions.length;
      count++;
    }
    this.#queuedEvents -= events;
    return this.#queue.splice(0, count);
  }
}
