import type { Job } from './job.ts';

/**
 * The bodies of all deliveries in this process's queues. The queues report which jobs enter and leave; only this object
 * counts. A job counts once, however often it is reported.
 */
export class BodyMemory {
  readonly #jobs = new Set<Job>();
  #bytes = 0;

  constructor(private readonly bytesMax: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get jobs(): number {
    return this.#jobs.size;
  }

  get isFull(): boolean {
    return this.#bytes > this.bytesMax;
  }

  entered(job: Job): void {
    if (this.#jobs.has(job)) return;
    this.#jobs.add(job);
    this.#bytes += job.body.length;
  }

  left(job: Job): void {
    if (this.#jobs.delete(job)) this.#bytes -= job.body.length;
  }
}
