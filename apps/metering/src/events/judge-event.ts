import { hash } from 'node:crypto';
import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { isRefusal, negate, parseDecimal, toPlainString } from '@qafila/money/decimal';
import type { Decimal } from '@qafila/money/decimal';
import { LIMITS } from '../limits.ts';
import { readPath } from '../meter-definitions/read-path.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import type { UsageEvent } from './parse-event.ts';

/** Why a stored event is, or is not, in the totals. The database stores the numbers. */
export const VERDICT = { counted: 0, filterMismatch: 1, reversal: 2, reversalOfUncounted: 3 } as const;
export const VERDICT_REASON = [null, 'filter_mismatch', null, 'target_not_counted'] as const;

/** The meaning of one event for its meter: pure, so every entry point and every retry gets the same. */
export interface Judgement {
  version: number;
  verdict: number;
  /** Signed contribution as plain decimal text; '0' for an event that is not counted. */
  value: string;
  /** JSON array of the values of the group_by fields; '' for a meter without groups. */
  groups: string;
}

/**
 * Judges an ADD, or a REMOVE by value, by the meter's version at the event's time. Throws a 400 that names the field.
 */
export function judgeEvent(event: UsageEvent, meter: MeterSnapshot): Judgement {
  const { version, filter } = versionAt(meter, event.occurredAt);
  const retractsByValue = meter.aggregationType === 'count' || meter.aggregationType === 'sum';
  if (event.operation === 'REMOVE' && !retractsByValue) {
    throw invalid(
      'operation',
      `A ${meter.aggregationType} meter cannot REMOVE by value; name the event to retract in "reverses".`,
      'operation_not_supported',
    );
  }
  if (!filter(event.payload)) return { version, verdict: VERDICT.filterMismatch, value: '0', groups: '' };
  return { version, verdict: VERDICT.counted, value: contribution(event, meter), groups: groupsOf(event, meter) };
}

/** The version in force at the event's time; the first version has no start. The order of arrival does not matter. */
export function versionAt(meter: MeterSnapshot, occurredAt: number): MeterSnapshot['versions'][number] {
  const { versions } = meter;
  return (versions.find(({ effectiveFrom }) => effectiveFrom <= occurredAt) ??
    versions[versions.length - 1]) as MeterSnapshot['versions'][number];
}

function contribution(event: UsageEvent, meter: MeterSnapshot): string {
  if (meter.aggregationType === 'count') return event.operation === 'ADD' ? '1' : '-1';
  const field = meter.aggregationField as string;
  const value = decimalOf(readPath(event.payload, field), `payload.${field}`);
  return toPlainString(event.operation === 'ADD' ? value : negate(value));
}

function decimalOf(value: JsonValue | undefined, path: string): Decimal {
  if (value === undefined || value === null)
    throw invalid(path, `${path} is missing: this meter aggregates it.`, 'missing_field');
  if (typeof value !== 'string' && !(value instanceof JsonNumber))
    throw invalid(path, `${path} must be a number, or a decimal number as a string.`);
  const parsed = parseDecimal(String(value));
  if (isRefusal(parsed)) throw invalid(path, `${path} ${parsed.message}.`);
  return parsed;
}

/** A missing field groups as null. Only strings, numbers and booleans can be group values. */
export function groupsOf(event: Pick<UsageEvent, 'payload'>, meter: Pick<MeterSnapshot, 'groupBy'>): string {
  if (meter.groupBy.length === 0) return '';
  return JSON.stringify(
    meter.groupBy.map((field) => {
      const value = readPath(event.payload, field);
      if (value === undefined || value === null) return null;
      if (typeof value === 'object' && !(value instanceof JsonNumber))
        throw invalid(
          `payload.${field}`,
          `payload.${field} must be a string, a number or a boolean: this meter groups by it.`,
        );
      const text = String(value);
      if (Buffer.byteLength(text) > LIMITS.groupValueBytesMax) {
        throw invalid(
          `payload.${field}`,
          `payload.${field} must be at most ${LIMITS.groupValueBytesMax} bytes long: this meter groups by it.`,
        );
      }
      return text;
    }),
  );
}

/**
 * The claim: the first 16 bytes of SHA-256 over the length-prefixed account, meter and event_id, as hexadecimal text.
 * The prefixes distinguish ("a", "bc") from ("ab", "c"). With 128 bits, a random collision is less likely than a disk
 * failure.
 */
export function digestOf(accountId: string, meterId: string, eventId: string): string {
  return hash('sha256', prefixed(accountId) + prefixed(meterId) + prefixed(eventId), 'hex').slice(0, 32);
}

function prefixed(text: string): string {
  return `${Buffer.byteLength(text)}:${text}`;
}
