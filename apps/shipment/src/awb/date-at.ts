const TIME_ZONES: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  OM: 'Asia/Dubai',
  PK: 'Asia/Karachi',
  EG: 'Africa/Cairo',
};

/** The day (`YYYY-MM-DD`) where the parcel leaves; in other countries the day in Riyadh. */
export function dateAt(moment: Date, countryCode: string): string {
  const timeZone = TIME_ZONES[countryCode] ?? 'Asia/Riyadh';
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}
