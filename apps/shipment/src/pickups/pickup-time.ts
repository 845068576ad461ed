import { conflict, invalid } from '@qafila/envelopes/refusal';
import { TASKS } from '../limits.ts';
import { isDay, localTime, momentOf, nextDay, weekdayOf } from './local-time.ts';
import type { PickupHours } from './pickup-hours.ts';

/** What the merchant asks for; the rest follows from the hours. */
export interface WantedTime {
  date?: string;
  readyTime?: string;
  closeTime?: string;
}

/** When the driver comes. */
export interface PickupTime {
  day: string;
  readyTime: string;
  closeTime: string;
  timeZone: string;
  readyAtMs: number;
  closeAtMs: number;
}

/**
 * Without a date the first day on which the courier comes: today before the cut-off hour. Today after it is refused,
 * because no driver would come. Pure.
 */
export function pickupTime(hours: PickupHours, wanted: WantedTime, nowMs: number): PickupTime {
  const { timeZone, days } = hours;
  const [readyTime, closeTime] = [wanted.readyTime ?? hours.readyTime, wanted.closeTime ?? hours.closeTime];
  if (readyTime >= closeTime) throw invalid('closeTime', `closeTime must be after the ready time ${readyTime}.`);
  const now = localTime(nowMs, timeZone);
  // Text of one form: the order of the letters is that of the times.
  const isCutOff = now.time >= hours.cutOffTime || now.time >= closeTime;
  const day = wanted.date ?? firstDay(now.day, days, isCutOff);
  if (wanted.date !== undefined) judgeDay(wanted.date, { today: now.day, hours, isCutOff, nowMs });
  return {
    day,
    readyTime,
    closeTime,
    timeZone,
    readyAtMs: momentOf(day, readyTime, timeZone),
    closeAtMs: momentOf(day, closeTime, timeZone),
  };
}

function firstDay(today: string, days: readonly number[], isCutOff: boolean): string {
  let day = isCutOff ? nextDay(today) : today;
  while (!days.includes(weekdayOf(day))) day = nextDay(day);
  return day;
}

interface Situation {
  today: string;
  hours: PickupHours;
  isCutOff: boolean;
  nowMs: number;
}

function judgeDay(date: string, { today, hours, isCutOff, nowMs }: Situation): void {
  const { timeZone, cutOffTime, days } = hours;
  const last = localTime(nowMs + TASKS.aheadDaysMax * 86_400_000, timeZone).day;
  if (!isDay(date) || date < today || date > last)
    throw invalid('date', `date must be a day from today (${today}) to ${last}.`);
  if (!days.includes(weekdayOf(date)))
    throw invalid('date', `date must be a day on which the courier comes: ${days.join(', ')} (Monday is 1).`);
  if (date === today && isCutOff)
    throw conflict(
      'PICKUP_CUT_OFF',
      `It is past the cut-off hour ${cutOffTime} (${timeZone}) of today: leave date out, or name a later day.`,
      {},
      'date',
    );
}
