import { currencyExponent } from '@qafila/money/minor-units';
import type { Language } from './texts.ts';

/** Latin digits and the Gregorian calendar in every language, as on cards and bank statements. */
const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB-u-nu-latn');

/** The digits of an amount, as many after the point as ISO 4217 says. Intl has another table, that of cash. */
export function amountDigits(amount: number, currency: string, language: Language): string {
  const digits = currencyExponent(currency) ?? 2;
  return new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** An amount in a sentence. The isolates keep its order in a text of the other direction. */
export function amountText(amount: number, currency: string, language: Language): string {
  return `\u2066${currency} ${amountDigits(amount, currency, language)}\u2069`;
}

/** An amount as a body or a field takes it: the digits of its currency without separators. */
export function plainAmount(amount: number, currency: string): string {
  return amount.toFixed(currencyExponent(currency) ?? 2);
}

export function numberText(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}

export function percentText(share: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** In the viewer's zone. */
export function timeText(at: string, language: Language): string {
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
}

export function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(day),
  );
}

/** `2026-11-22 09:30:00 UTC` */
export function utcText(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function agoText(at: string, language: Language, nowMs = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - nowMs) / 1_000);
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const steps = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return format.format(Math.trunc(seconds / size), unit);
}
