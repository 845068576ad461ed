import type { CourierScan, PolledWaybill } from './courier.ts';

/** Asks for each waybill by itself. One that fails hides no other, and is asked again at its next poll. */
export async function scansOfEach(
  waybills: readonly PolledWaybill[],
  ask: (waybill: PolledWaybill) => Promise<CourierScan[]>,
): Promise<CourierScan[]> {
  const answers = await Promise.allSettled(waybills.map(ask));
  const failed = answers.filter((answer) => answer.status === 'rejected');
  // The courier itself does not answer: its failure must be seen.
  if (failed[0] !== undefined && failed.length === answers.length) throw failed[0].reason;
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
