/** Waits for the work, but no longer than this; false when it is not done by then. What it fails with is not told here. */
export async function within(work: Promise<unknown> | undefined, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => { timer = setTimeout(resolve, limitMs, false); });
  try {
    return await Promise.race([Promise.resolve(work).then(() => true, () => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
