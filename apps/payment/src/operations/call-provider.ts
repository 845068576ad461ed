import type { ProviderReport } from '../providers/provider.ts';
import { withinDeadline } from '../providers/within-deadline.ts';

/**
 * Calls a provider and measures the time. An exception, or no answer in time, means that the result is unknown, not
 * that the call failed.
 */
export async function callProvider(
  call: () => Promise<ProviderReport>,
): Promise<{ report: ProviderReport; latencyMs: number }> {
  const began = performance.now();
  const report = await withinDeadline(call).catch((error: unknown): ProviderReport => ({
    kind: 'unknown',
    why: String((error as Error).message),
  }));
  return { report, latencyMs: performance.now() - began };
}
