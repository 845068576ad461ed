/**
 * An independent second implementation of the totals: slow and plain, without code of the service or its libraries.
 * Decimals are BigInts, times are microseconds as BigInts, time zones are tables of 2025.
 */

export interface Decimal {
  units: bigint;
  scale: number;
}

export function decimal(text: string): Decimal {
  const [mantissa, exponent = '0'] = text.toLowerCase().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

function scaled(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: scaled(left, scale) + scaled(right, scale), scale };
}

export function isGreater(left: Decimal, right: Decimal): boolean {
  const scale = Math.max(left.scale, right.scale);
  return scaled(left, scale) > scaled(right, scale);
}

export function plain({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = scale === 0 ? digits : digits.slice(0, -scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

export type Kind = 'count' | 'sum' | 'max' | 'latest';
export type WindowSize = 'MINUTE' | 'HOUR' | 'DAY' | 'MONTH';

/** A counted event. `fields`: the payload's group values as text, without missing and null fields. */
export interface Counted {
  at: bigint;
  value: Decimal;
  fields: Record<string, string>;
  reversed: boolean;
}

export interface Question {
  from?: bigint;
  to?: bigint;
  windowSize?: WindowSize;
  zone?: Zone;
  groupBy?: string[];
  filterGroupBy?: Record<string, string[]>;
}

export interface Row {
  window: bigint | null;
  end: bigint | null;
  value: string | null;
  groupBy: Record<string, string | null>;
}

export const MINUTE = 60_000_000n;
export const QUARTER = 15n * MINUTE;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;

/** Offsets from UTC in minutes, each from an instant on. */
const ZONES = {
  UTC: [['1970-01-01T00:00Z', 0]],
  'Asia/Riyadh': [['1970-01-01T00:00Z', 180]],
  'Asia/Kathmandu': [['1970-01-01T00:00Z', 345]],
  'America/New_York': [
    ['2024-11-03T06:00Z', -300],
    ['2025-03-09T07:00Z', -240],
    ['2025-11-02T06:00Z', -300],
  ],
  // Clocks change from 24:00 to 1:00 here, so 25 April has no midnight.
  'Africa/Cairo': [
    ['2024-10-31T21:00Z', 120],
    ['2025-04-24T22:00Z', 180],
    ['2025-10-30T21:00Z', 120],
  ],
  // Clocks change by half an hour here.
  'Australia/Lord_Howe': [
    ['2024-10-05T15:30Z', 660],
    ['2025-04-05T15:00Z', 630],
    ['2025-10-04T15:30Z', 660],
  ],
} as const satisfies Record<string, readonly (readonly [string, number])[]>;
export type Zone = keyof typeof ZONES;
export const ZONE_NAMES = Object.keys(ZONES) as Zone[];

const OFFSETS = new Map(
  ZONE_NAMES.map((zone) => [
    zone,
    ZONES[zone].map(([from, minutes]) => ({
      from: BigInt(Date.parse(from)) * 1000n,
      offset: BigInt(minutes) * MINUTE,
    })),
  ]),
);

function offsets(zone: Zone): { from: bigint; offset: bigint }[] {
  return OFFSETS.get(zone)!;
}

function offsetAt(at: bigint, zone: Zone): bigint {
  return offsets(zone).findLast(({ from }) => from <= at)!.offset;
}

/** The first instant of a local time; for a skipped local time the instant of the clock change. */
function instantOf(local: bigint, zone: Zone): bigint {
  const candidates = [...new Set(offsets(zone).map(({ offset }) => local - offset))].sort((a, b) => Number(a - b));
  const real = candidates.filter((at) => at + offsetAt(at, zone) === local);
  return (
    real[0] ??
    offsets(zone)
      .map(({ from }) => from)
      .find((change) => candidates.some((at) => at < change) && candidates.some((at) => at >= change))!
  );
}

function floor(value: bigint, unit: bigint): bigint {
  return value - (((value % unit) + unit) % unit);
}

function monthOf(local: bigint, months = 0): bigint {
  const date = new Date(Number(local / 1000n));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)) * 1000n;
}

export function windowStart(at: bigint, size: WindowSize, zone: Zone): bigint {
  if (size === 'MINUTE') return floor(at, MINUTE);
  const offset = offsetAt(at, zone);
  if (size === 'HOUR') return floor(at + offset, HOUR) - offset;
  return instantOf(size === 'DAY' ? floor(at + offset, DAY) : monthOf(at + offset), zone);
}

export function windowEnd(start: bigint, size: WindowSize, zone: Zone): bigint {
  if (size === 'MINUTE') return start + MINUTE;
  if (size === 'HOUR') return start + HOUR;
  const local = start + offsetAt(start, zone);
  return instantOf(size === 'DAY' ? floor(local, DAY) + DAY : monthOf(local, 1), zone);
}

export function micros(at: bigint): string {
  return `${new Date(Number(at / 1000n)).toISOString().slice(0, -1)}${String(at % 1000n).padStart(3, '0')}Z`;
}

/** All counted events of a meter, in the order of arrival. */
export class Model {
  readonly counted = new Map<string, Counted>();
  constructor(readonly kind: Kind) {}

  answer(question: Question): Row[] {
    const { windowSize, zone = 'UTC', groupBy = [], filterGroupBy = {} } = question;
    const range = this.#range(question);
    const cells = new Map<string, { row: Omit<Row, 'value'>; events: Counted[] }>();
    const cell = (window: bigint | null, groups: Record<string, string | null>): Counted[] => {
      const key = JSON.stringify([String(window), groups]);
      const found = cells.get(key) ?? {
        row: { window, end: window === null ? null : windowEnd(window, windowSize!, zone), groupBy: groups },
        events: [],
      };
      cells.set(key, found);
      return found.events;
    };
    if (groupBy.length === 0)
      for (const window of windowSize === undefined ? [null] : windowsOf(range, windowSize, zone)) cell(window, {});
    for (const event of this.counted.values()) {
      if (event.at < range.from || event.at >= range.to) continue;
      if (!Object.entries(filterGroupBy).every(([field, accepted]) => accepted.includes(event.fields[field]!)))
        continue;
      cell(
        windowSize === undefined ? null : windowStart(event.at, windowSize, zone),
        Object.fromEntries(groupBy.map((field) => [field, event.fields[field] ?? null])),
      ).push(event);
    }
    return [...cells.values()].map(({ row, events }) => ({
      ...row,
      value: this.#total(events.filter((event) => !event.reversed)),
    }));
  }

  /** Without bounds, windows cover the first to the last quarter of an hour with usage. */
  #range({ from, to, windowSize }: Question): { from: bigint; to: bigint } {
    const times = [...this.counted.values()].map((event) => floor(event.at, QUARTER));
    const first = times.reduce((a, b) => (b < a ? b : a), times[0] ?? 0n);
    const last = times.reduce((a, b) => (b > a ? b : a), times[0] ?? -QUARTER) + QUARTER;
    if (windowSize === undefined) return { from: from ?? 0n, to: to ?? 2n ** 62n };
    return { from: from ?? first, to: to ?? (last > (from ?? first) ? last : (from ?? first)) };
  }

  #total(events: Counted[]): string | null {
    if (this.kind === 'count' || this.kind === 'sum')
      return plain(events.map((event) => event.value).reduce(add, decimal('0')));
    let best: Counted | undefined;
    for (const event of events) {
      if (best === undefined || (this.kind === 'max' ? isGreater(event.value, best.value) : event.at >= best.at))
        best = event;
    }
    return best === undefined ? null : plain(best.value);
  }
}

function windowsOf({ from, to }: { from: bigint; to: bigint }, size: WindowSize, zone: Zone): bigint[] {
  const windows = new Set<bigint>();
  const step = size === 'MINUTE' ? MINUTE : QUARTER;
  for (let at = from; at < to; at = floor(at, step) + step) windows.add(windowStart(at, size, zone));
  return [...windows];
}
