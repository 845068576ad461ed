import type { Job } from './job.ts';

/**
 * The bodies of all deliveries in this process's queues. The queues report which jobs enter and leave; only this object
 * counts. A job counts once, however often it is reported. The job itself has the mark: a Set of thousands of jobs a
 * second leaves a chain of old tables (egress/swap-remove-set.ts).
 */
export class BodyMemory {
  #jobs = 0;
  #bytes = 0;

  constructor(private readonly bytesMax: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get jobs(): number {
    return this.#jobs;
  }

  get isFull(): boolean {
    return this.#bytes > this.bytesMax;
  }

  entered(job: Job): void {
    if (job.isInMemory) return;
    job.isInMemory = true;
    this.#jobs++;
    this.#bytes += job.body.length;
  }

  left(job: Job): void {
    if (!job.isInMemory) return;
    job.isInMemory = false;
    this.#jobs--;
    this.#bytes -= job.body.length;
  }
}
