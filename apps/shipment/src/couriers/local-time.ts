/** Countries of one time zone between which parcels of the Gulf travel. Elsewhere a courier has to give the offset. */
const ZONES: Readonly<Record<string, string>> = {
  SA: 'Asia/Riyadh',
  AE: 'Asia/Dubai',
  KW: 'Asia/Kuwait',
  BH: 'Asia/Bahrain',
  QA: 'Asia/Qatar',
  OM: 'Asia/Muscat',
  JO: 'Asia/Amman',
  EG: 'Africa/Cairo',
  IQ: 'Asia/Baghdad',
  LB: 'Asia/Beirut',
  YE: 'Asia/Aden',
  TR: 'Europe/Istanbul',
  PK: 'Asia/Karachi',
  IN: 'Asia/Kolkata',
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  NL: 'Europe/Amsterdam',
  IT: 'Europe/Rome',
  CN: 'Asia/Shanghai',
};

/** A local time such as `2026-11-23T10:00:00` with its offset, `+03:00`, as a time; NaN: unreadable. */
export function atOffset(local: string, offset: string): number {
  return Date.parse(`${local}${/^[+-]\d\d:\d\d$/.test(offset) ? offset : 'Z'}`);
}

/** The offset of a country at a local time. A country of several zones, or an unknown one, counts as UTC. */
export function offsetOfCountry(countryCode: string | undefined, local: string): string {
  const zone = ZONES[countryCode ?? ''];
  const atMs = Date.parse(`${local}Z`);
  return zone === undefined || Number.isNaN(atMs) ? '+00:00' : offsetOfZone(zone, atMs);
}

/** The offset of a zone at a time: `+03:00`. */
export function offsetOfZone(timeZone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length);
}
