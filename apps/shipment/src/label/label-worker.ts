import { parentPort } from 'node:worker_threads';
import type { CancelledLabelJob, LabelJob } from './label-pool.ts';
import { renderPapers } from './paper/draw-paper.ts';
import { renderLabel } from './render.ts';
import { countPages, renderSheet } from './sheet.ts';

let lastJob: Promise<void> = Promise.resolve();
/** Jobs that are not cancelled. */
const wanted = new Set<number>();

/**
 * Draws one label after the other, each in its own turn of the event loop. In one turn, the canvases of all queued
 * labels would stay in memory: 200 raster labels took 1.8 GB so, and 0.3 GB with turns between them.
 */
parentPort?.on('message', (job: LabelJob | CancelledLabelJob) => {
  if ('cancelledId' in job) return void wanted.delete(job.cancelledId);
  wanted.add(job.id);
  lastJob = lastJob
    .then(
      () =>
        new Promise<void>((resolve) => {
          setImmediate(resolve);
        }),
    )
    .then(() => draw(job));
});

async function draw(job: LabelJob): Promise<void> {
  const { id } = job;
  if (!wanted.delete(id)) return;
  try {
    const file = Uint8Array.from(await fileOf(job));
    parentPort?.postMessage({ id, file }, [file.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message });
  }
}

async function fileOf(job: LabelJob): Promise<Uint8Array> {
  if ('papers' in job) return renderPapers(job.papers);
  if ('parts' in job) return renderSheet(job.parts, job.layout);
  if ('counted' in job) return Buffer.from(JSON.stringify(await countPages(job.counted)));
  return renderLabel(job.label, job.format, job.packageIndex);
}
