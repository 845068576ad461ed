/** A filter of days, as an address has it. */
export interface Days {
  from?: string;
  to?: string;
}

/** The period of the API: its moments begin and end with the viewer's days. */
export function periodOf({ from, to }: Days): Days {
  return { from: from && startOfDay(from, 0), to: to && startOfDay(to, 1) };
}

/** A text that is no day goes to the API as it is, which says what is wrong with it. */
function startOfDay(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return day;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
