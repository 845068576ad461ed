import type { Language } from '@qafila/pages/languages';

/** Of countries with one zone. Times in others are shown in UTC. */
const ZONES: Record<string, string> = {
  SA: 'Asia/Riyadh',
  AE: 'Asia/Dubai',
  KW: 'Asia/Kuwait',
  BH: 'Asia/Bahrain',
  QA: 'Asia/Qatar',
  OM: 'Asia/Muscat',
  YE: 'Asia/Aden',
  JO: 'Asia/Amman',
  LB: 'Asia/Beirut',
  IQ: 'Asia/Baghdad',
  EG: 'Africa/Cairo',
  PK: 'Asia/Karachi',
  IN: 'Asia/Kolkata',
  TR: 'Europe/Istanbul',
  GB: 'Europe/London',
};

export function zoneOf(countryCode: string): string {
  return ZONES[countryCode] ?? 'UTC';
}

/** A time at the receiver's place; Latin digits, as on labels. The zone is named where it is not the receiver's own. */
export function shownTime(at: Date, language: Language, countryCode: string): string {
  const zone = zoneOf(countryCode);
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  });
  return zone === 'UTC' ? `${format.format(at)} UTC` : format.format(at);
}
