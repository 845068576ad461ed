/** Waits for a call until its signal, and no longer: no adapter is trusted to obey it. */
export async function inTime<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('it did not answer in time'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([over, call()]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
