import { COURIER } from '../limits.ts';

export interface TimeBounds {
  nowMs: number;
  createdAtMs: number;
  aheadMsMax: number;
}

/**
 * The time by which a scan is judged. No scan is from later than we hear of it, or from before its shipment: a
 * clock that says so is wrong, and would make later scans seem old. The history keeps the time as it came. Pure.
 */
export function judgedTime(
  { occurredAtMs }: { occurredAtMs: number },
  { nowMs, createdAtMs, aheadMsMax }: TimeBounds,
): { occurredAtMs: number; alarms: readonly 'SCAN_TIME_UNLIKELY'[] } {
  if (occurredAtMs > nowMs + aheadMsMax) return { occurredAtMs: nowMs, alarms: ['SCAN_TIME_UNLIKELY'] };
  if (occurredAtMs < createdAtMs - COURIER.scanBehindMsMax)
    return { occurredAtMs: createdAtMs, alarms: ['SCAN_TIME_UNLIKELY'] };
  return { occurredAtMs, alarms: [] };
}
