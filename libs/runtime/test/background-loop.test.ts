import { BackgroundLoop } from '../src/background-loop.ts';
import { createLogger } from '../src/log.ts';

const NEVER_MS = 600_000;
const log = createLogger('test', 'silent' as never);

/** A loop whose rounds are counted; `round` ends when the counter's promise of that number resolves. */
function counted(round: (nth: number) => Promise<number>, restAfterFailureMs = NEVER_MS) {
  let rounds = 0;
  let waiting: { nth: number; resolve: () => void }[] = [];
  const loop = new BackgroundLoop({
    name: 'test', log, restAfterFailureMs,
    round: () => {
      rounds++;
      for (const one of waiting) if (one.nth <= rounds) one.resolve();
      waiting = waiting.filter((one) => one.nth > rounds);
      return round(rounds);
    },
  });
  const reached = (nth: number): Promise<void> => new Promise((resolve) => { if (rounds >= nth) resolve(); else waiting.push({ nth, resolve }); });
  return { loop, reached, rounds: () => rounds };
}

describe('a background loop', () => {
  it('goes on at once while there is work, and rests when it is told to', async () => {
    const { loop, reached, rounds } = counted(async (nth) => (nth < 5 ? 0 : NEVER_MS));
    loop.start();
    await reached(5);
    await loop.stop();
    expect(rounds()).toBe(5);
  });

  it('is woken out of its rest, and once more when it was woken during a round', async () => {
    const { loop, reached, rounds } = counted(async (nth) => { if (nth === 2) loop.wake(); return NEVER_MS; });
    loop.start();
    await reached(1);
    loop.wake();
    await reached(3);
    await loop.stop();
    expect(rounds()).toBe(3);
  });

  it('goes on after a round that throws', async () => {
    const { loop, reached } = counted(async (nth) => { if (nth < 3) throw new Error('the database is away'); return NEVER_MS; }, 1);
    loop.start();
    await reached(3);
    await loop.stop();
  });

  it('ends only when the round under way has ended, and begins no other', async () => {
    let finish = (): void => {};
    const { loop, reached, rounds } = counted(() => new Promise<number>((resolve) => { finish = () => resolve(0); }));
    loop.start();
    await reached(1);
    let stopped = false;
    const stopping = loop.stop().then(() => { stopped = true; });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(rounds()).toBe(1);
  });
});
