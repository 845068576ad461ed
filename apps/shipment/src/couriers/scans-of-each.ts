import { COURIER } from '../limits.ts';
import type { ReportedScan } from './courier.ts';

/** The courier limits our calls (HTTP 429). */
export class TooManyCalls extends Error {}

/**
 * Asks for each waybill, or each group of them, by itself, a few at once. One that fails hides no other, and is asked
 * again at its next poll, as are those that are left when the courier limits us.
 */
export async function scansOfEach<Waybill>(
  waybills: readonly Waybill[],
  ask: (waybill: Waybill) => Promise<ReportedScan[]>,
): Promise<ReportedScan[]> {
  const answers = new Map<Waybill, ReportedScan[]>();
  const failures: unknown[] = [];
  const left = waybills.values();
  let isLimited = false;
  const askInTurn = async (): Promise<void> => {
    for (const waybill of left) {
      if (isLimited) return;
      await ask(waybill).then(
        (scans) => answers.set(waybill, scans),
        (error: unknown) => {
          failures.push(error);
          isLimited ||= error instanceof TooManyCalls;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: COURIER.waybillsAskedAtOnce }, askInTurn));
  // The courier itself does not answer: its failure must be seen.
  if (answers.size === 0 && failures.length > 0) throw failures[0];
  return waybills.flatMap((waybill) => answers.get(waybill) ?? []);
}
