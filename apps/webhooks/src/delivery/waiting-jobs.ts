import type { Job } from './job.ts';

/** While first attempts wait, retries get this share of the window, and at least one place. */
const RETRY_SHARE = 0.25;

/** The jobs of one endpoint that wait in memory for their attempt, and whose turn it is. */
export class WaitingJobs {
  #firstAttempts: Job[] = [];
  #retries: Job[] = [];
  #retriesUnderWay = 0;
  #retryTurn = 0;

  get count(): number {
    return this.#firstAttempts.length + this.#retries.length;
  }

  get firstAttempts(): number {
    return this.#firstAttempts.length;
  }

  /** Those that wait, and those under way. */
  get retries(): number {
    return this.#retries.length + this.#retriesUnderWay;
  }

  add(job: Job): void {
    (job.priority === 'retry' ? this.#retries : this.#firstAttempts).push(job);
  }

  addFirst(job: Job): void {
    this.#firstAttempts.unshift(job);
  }

  /** First attempts go first. Retries get their share, and everything when nothing else waits. */
  next(window: number, underWay: number): Job | undefined {
    if (this.#retries.length > 0 && (this.#firstAttempts.length === 0 || this.#isRetryTurn(window, underWay))) {
      this.#retriesUnderWay++;
      return this.#retries.shift();
    }
    return this.#firstAttempts.shift();
  }

  /** With room for one request, every fourth is a retry. With more room, retries get one place in four. */
  #isRetryTurn(window: number, underWay: number): boolean {
    const retryMax = Math.max(1, Math.floor(window * RETRY_SHARE));
    if (this.#retriesUnderWay >= Math.min(retryMax, underWay + 1)) return false;
    this.#retryTurn = (this.#retryTurn + 1) % 4;
    return this.#retryTurn === 0;
  }

  /** The job that `next` returned has ended, or is given up without an attempt. */
  ended(job: Job): void {
    if (job.priority === 'retry') this.#retriesUnderWay--;
  }

  drain(): Job[] {
    const jobs = [...this.#firstAttempts, ...this.#retries];
    this.#firstAttempts = [];
    this.#retries = [];
    this.#retriesUnderWay = 0;
    return jobs;
  }
}
