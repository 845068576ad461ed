import { parentPort } from 'node:worker_threads';
import type { LabelJob } from './label-pool.ts';
import { renderLabel } from './render.ts';

/** The worker's whole life: a label in, its bytes out, one after the other. */
parentPort?.on('message', ({ id, label, format, packageIndex }: LabelJob) => {
  try {
    const file = Uint8Array.from(renderLabel(label, format, packageIndex));
    parentPort?.postMessage({ id, file }, [file.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message });
  }
});
