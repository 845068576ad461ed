/**
 * Waits for the work, but no longer than this. Returns false if it is not done by then. An error of the work is ignored
 * here.
 */
export async function settlesWithin(work: Promise<unknown> | undefined, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  try {
    return await Promise.race([
      Promise.resolve(work).then(
        () => true,
        () => true,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
