import { INQUIRY } from '../limits.ts';

/** An adapter limits each exchange; this deadline holds for every adapter, whatever it does in one call. */
export async function withinDeadline<T>(call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the provider has not answered for ${INQUIRY.callDeadlineMs} ms`)),
      INQUIRY.callDeadlineMs,
    );
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}
