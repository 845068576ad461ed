import { Worker } from 'node:worker_threads';
import { unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { Label, LabelFormat } from './label.ts';
import type { Paper } from './paper/paper.ts';
import type { SheetLayout, SheetPart } from './sheet-part.ts';

export type LabelJob = { id: number } & Drawing;
type Drawing =
  | { label: Label; format: LabelFormat; packageIndex: number }
  | { papers: readonly Paper[] }
  | { parts: readonly SheetPart[]; layout: SheetLayout }
  | { counted: readonly Uint8Array[] };
/** The caller of this job no longer waits for it. */
export interface CancelledLabelJob {
  cancelledId: number;
}
interface Answer {
  id: number;
  file?: Uint8Array;
  error?: string;
}
interface Waiting {
  resolve: (file: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Draws labels in a thread, off the API's event loop. The first label starts the thread; after it died, the next label
 * starts it again.
 */
export class LabelPool {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 1;
  #stopped = false;

  /** `script` is the built worker. Tests that run the sources must pass its path in dist/. */
  constructor(
    private readonly script = new URL('./label-worker.js', import.meta.url),
    private readonly timeoutMs: number = LIMITS.labelTimeoutMs,
  ) {}

  /**
   * Rejects with a 503 refusal when too many labels wait or it takes too long; with the drawing's error when that
   * fails.
   */
  render(label: Label, format: LabelFormat, packageIndex = 0): Promise<Buffer> {
    return this.#run({ label, format, packageIndex });
  }

  /** One PDF of all; it rejects as a label does. */
  renderPapers(papers: readonly Paper[]): Promise<Buffer> {
    return this.#run({ papers });
  }

  /** One PDF of several labels; it rejects as a label does. */
  renderSheet(parts: readonly SheetPart[], layout: SheetLayout): Promise<Buffer> {
    return this.#run({ parts, layout });
  }

  /** How many pages each PDF has; null: it cannot be read. */
  async countPages(files: readonly Uint8Array[]): Promise<(number | null)[]> {
    if (files.length === 0) return [];
    return JSON.parse((await this.#run({ counted: files })).toString()) as (number | null)[];
  }

  #run(drawing: Drawing): Promise<Buffer> {
    if (this.#stopped || this.#waiting.size >= LIMITS.labelsQueuedMax)
      return Promise.reject(unavailable('Too many labels are being drawn. Ask again shortly.'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id), this.timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#runningWorker().postMessage({ id, ...drawing } satisfies LabelJob);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }

  #runningWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.script);
    this.#worker = worker;
    worker.on('message', (answer: Answer) => this.#answered(answer));
    worker.on('error', () => {});
    // The label being drawn may have killed the thread: all callers get a 503, and the next label starts a new thread.
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const id of [...this.#waiting.keys()])
        this.#fail(id, unavailable('The label could not be drawn now. Ask again shortly.'));
    });
    return worker;
  }

  /**
   * The worker skips a cancelled job. Otherwise a few long labels would delay all others even after their callers left.
   */
  #giveUp(id: number): void {
    this.#worker?.postMessage({ cancelledId: id } satisfies CancelledLabelJob);
    this.#fail(id, unavailable('The label took too long to draw. Ask again shortly.'));
  }

  #answered({ id, file, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    if (file === undefined || waiting === undefined)
      return this.#fail(id, new Error(`the label was not drawn: ${error}`));
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(Buffer.from(file.buffer));
  }

  #fail(id: number, error: Error): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    waiting?.reject(error);
  }
}
