/**
 * `npm run test:long` sets TEST_LONG: models, kill schedules and data sets run at full length, instead of as a sample.
 */
const IS_LONG = process.env['TEST_LONG'] === '1';

/** How often to run: `whole` times in a long run, else `sample` times. */
export function runLength(whole: number, sample: number): number {
  return IS_LONG ? whole : sample;
}

let seed: number | undefined;

/**
 * The seed of this process's random tests: QAFILA_SEED, else a fresh one. It is printed, so that QAFILA_SEED=… repeats
 * a run.
 */
export function runSeed(): number {
  if (seed === undefined) {
    const given = process.env['QAFILA_SEED'];
    seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
    process.stderr.write(`seed ${seed}; QAFILA_SEED=${seed} repeats it\n`);
  }
  return seed;
}
