import { invalid } from '@qafila/envelopes/refusal';
import { currencyExponent } from '@qafila/money/minor-units';
import { LIMITS } from '../limits.ts';

export type Fields = Record<string, unknown>;

/** The body as an object of fields. */
export function fieldsOf(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('body', 'Send an object.');
  return body as Fields;
}

export function text(fields: Fields, name: string, max: number = LIMITS.textCharactersMax): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '' || value.length > max) throw invalid(name, `${name} must be a text of 1 to ${max} characters.`);
  return value;
}

export function optionalText(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null || fields[name] === '' ? null : text(fields, name);
}

const REFERENCE = /^[A-Za-z0-9._:-]+$/;

export function reference(fields: Fields, name: string): string {
  const value = text(fields, name, LIMITS.referenceCharactersMax);
  if (!REFERENCE.test(value)) throw invalid(name, `${name} may hold A-Z a-z 0-9 . _ : - only.`);
  return value;
}

/** JSON gives a number, a form gives its digits. */
export function amountMinor(fields: Fields, name: string): bigint {
  const value = fields[name];
  const amount = typeof value === 'string' && /^[0-9]{1,12}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(amount) || (amount as number) < 1 || (amount as number) > LIMITS.amountMinorMax) {
    throw invalid(name, `${name} must be a whole number of minor units from 1 to ${LIMITS.amountMinorMax}.`);
  }
  return BigInt(amount as number);
}

export function currency(fields: Fields, name: string): string {
  const value = text(fields, name, 3);
  if (currencyExponent(value) === undefined) throw invalid(name, `${name} must be an ISO 4217 code in capitals.`);
  return value;
}

export function integer(fields: Fields, name: string, { min, max, fallback }: { min: number; max: number; fallback: number | null }): number | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return fallback;
  const number = typeof value === 'string' ? Number(value) : value;
  if (!Number.isSafeInteger(number) || (number as number) < min || (number as number) > max) throw invalid(name, `${name} must be a whole number from ${min} to ${max}.`);
  return number as number;
}

export function oneOf<const Choice extends string>(fields: Fields, name: string, choices: readonly Choice[]): Choice {
  const value = fields[name];
  if (!(choices as readonly unknown[]).includes(value)) throw invalid(name, `${name} must be one of ${choices.join(', ')}.`);
  return value as Choice;
}

export function webAddress(fields: Fields, name: string): string {
  const value = text(fields, name, LIMITS.urlCharactersMax);
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw invalid(name, `${name} must be an http or https address.`);
  return value;
}

/** Digits as people type them, in Latin, Arabic or Urdu figures, without spaces and dashes. */
export function digitsOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0)).replace(/[\s\-()+]/g, '');
}
