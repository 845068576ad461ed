import { CLOSED_MEANWHILE } from './accept.sql.ts';

/**
 * Runs work that adds to totals; again when a period was closed meanwhile. It stays closed, so this ends.
 */
export async function againWhenClosed<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: unknown }).code !== CLOSED_MEANWHILE) throw error;
    }
  }
}
