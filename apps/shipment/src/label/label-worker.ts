import { parentPort } from 'node:worker_threads';
import type { LabelGivenUp, LabelJob } from './label-pool.ts';
import { renderLabel } from './render.ts';

let before: Promise<void> = Promise.resolve();
/** Labels that somebody waits for. */
const wanted = new Set<number>();

/**
 * The worker's whole life: a label in, its bytes out, one after the other, each in a turn of its own. Drawn in one turn, the canvases of all
 * that wait stay: 200 raster labels held 1.8 GB, with turns between them 0.3 GB.
 */
parentPort?.on('message', (job: LabelJob | LabelGivenUp) => {
  if ('givenUp' in job) return void wanted.delete(job.givenUp);
  wanted.add(job.id);
  before = before.then(() => new Promise<void>((turn) => { setImmediate(turn); })).then(() => draw(job));
});

async function draw({ id, label, format, packageIndex }: LabelJob): Promise<void> {
  if (!wanted.delete(id)) return;
  try {
    const file = Uint8Array.from(await renderLabel(label, format, packageIndex));
    parentPort?.postMessage({ id, file }, [file.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message });
  }
}
