/** An independent model of metering: exact decimals with BigInt, windows by the calendar, no code of the service. */
export type Aggregation = 'sum' | 'count' | 'max' | 'latest';

export interface Command {
  id: string;
  at: string;
  value: string;
  model: string | null;
  region: string;
  remove: boolean;
  reverses: string | null;
}
export interface Range {
  from?: string;
  to?: string;
  windowSize?: 'MINUTE' | 'HOUR' | 'DAY' | 'MONTH';
  windowTimeZone?: string;
}

export interface Decimal {
  digits: bigint;
  scale: number;
}

export function parse(value: string): Decimal {
  const [whole = '0', fraction = ''] = value.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: a.digits * 10n ** BigInt(scale - a.scale) + b.digits * 10n ** BigInt(scale - b.scale), scale };
}

/** Decimal text without trailing zeros. */
export function text({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
  const plain = scale === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
  return plain === '0' ? '0' : sign + plain;
}

/** Microseconds as a bigint, from text with three or six decimals. */
export function micros(stamp: string): bigint {
  const [seconds = '', fraction = 'Z'] = stamp.split('.');
  return BigInt(Date.parse(`${seconds.replace(/Z$/, '')}Z`)) * 1000n + BigInt(fraction.replace('Z', '').padEnd(6, '0'));
}

export function groupKey(window: bigint | null, groups: (string | null)[]): string {
  return `${window ?? 'all'} ${JSON.stringify(groups)}`;
}

/** The expected answer of a query: one value for each window and group. */
export function expected(
  aggregation: Aggregation,
  commands: Command[],
  range: Range,
  groupBy: ('model' | 'region')[],
): Record<string, string | null> {
  const reversed = new Set(commands.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])));
  const live = commands.filter(
    (command) =>
      command.reverses === null &&
      !reversed.has(command.id) &&
      (range.from === undefined || micros(command.at) >= micros(range.from)) &&
      (range.to === undefined || micros(command.at) < micros(range.to)),
  );
  const cells = new Map<string, Command[]>();
  const empty: Record<string, string | null> = {};
  if (groupBy.length === 0)
    for (const window of windows(range))
      empty[groupKey(window, [])] = aggregation === 'sum' || aggregation === 'count' ? '0' : null;
  for (const command of live) {
    const key = groupKey(
      windowOf(command.at, range),
      groupBy.map((field) => command[field]),
    );
    cells.set(key, [...(cells.get(key) ?? []), command]);
  }
  // The service answers zero for a group whose events are all retracted, so the model does the same.
  return {
    ...empty,
    ...goneGroups(aggregation, commands, range, groupBy),
    ...Object.fromEntries([...cells].map(([key, members]) => [key, fold(aggregation, members)])),
  };
}

function goneGroups(
  aggregation: Aggregation,
  commands: Command[],
  range: Range,
  groupBy: ('model' | 'region')[],
): Record<string, string | null> {
  if (groupBy.length === 0) return {};
  const nothing = aggregation === 'sum' || aggregation === 'count' ? '0' : null;
  const seen = commands.filter(
    (command) =>
      command.reverses === null &&
      (range.from === undefined || micros(command.at) >= micros(range.from)) &&
      (range.to === undefined || micros(command.at) < micros(range.to)),
  );
  return Object.fromEntries(
    seen.map((command) => [
      groupKey(
        windowOf(command.at, range),
        groupBy.map((field) => command[field]),
      ),
      nothing,
    ]),
  );
}

function fold(aggregation: Aggregation, members: Command[]): string {
  if (aggregation === 'count') return String(members.reduce((sum, { remove }) => sum + (remove ? -1 : 1), 0));
  const decimals = members.map(({ value, remove }) => {
    const { digits, scale } = parse(value);
    return { digits: remove ? -digits : digits, scale };
  });
  if (aggregation === 'sum') return text(decimals.reduce(add));
  const difference = (a: Decimal, b: Decimal): bigint => add(a, { digits: -b.digits, scale: b.scale }).digits;
  if (aggregation === 'max') return text(decimals.reduce((best, next) => (difference(next, best) > 0n ? next : best)));
  // For equal timestamps the event that was sent last wins. The members are in the order of sending.
  const last = members.reduce(
    (best, next, index) => (micros(next.at) >= micros((members[best] as Command).at) ? index : best),
    0,
  );
  return text(decimals[last] as Decimal);
}

const HOUR = 3_600_000_000n;
const OFFSETS: Record<string, (at: bigint) => bigint> = {
  UTC: () => 0n,
  'Asia/Kathmandu': () => 5n * HOUR + 45n * 60_000_000n,
  'Asia/Riyadh': () => 3n * HOUR,
  // 2026: daylight time from 8 March 07:00 UTC to 1 November 06:00 UTC.
  'America/New_York': (at) =>
    (at >= micros('2026-03-08T07:00:00.000000Z') && at < micros('2026-11-01T06:00:00.000000Z') ? -4n : -5n) * HOUR,
};

function windowOf(at: string, { windowSize, windowTimeZone = 'UTC' }: Range): bigint | null {
  if (windowSize === undefined) return null;
  const instant = micros(at);
  const offset = OFFSETS[windowTimeZone] as (at: bigint) => bigint;
  const local = instant + offset(instant);
  if (windowSize === 'MINUTE') return instant - (instant % 60_000_000n);
  if (windowSize === 'HOUR') return local - (local % HOUR) - offset(instant);
  const date = new Date(Number(local / 1000n));
  const midnight =
    BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), windowSize === 'DAY' ? date.getUTCDate() : 1)) * 1000n;
  // The offset that is in force at that local midnight.
  return [offset(instant), -4n * HOUR, -5n * HOUR]
    .map((candidate) => midnight - candidate)
    .find((start) => start + offset(start) === midnight) as bigint;
}

function windows(range: Range): (bigint | null)[] {
  if (range.windowSize === undefined) return [null];
  const found = new Set<bigint>();
  const step = range.windowSize === 'MINUTE' ? 60_000_000n : HOUR / 4n;
  for (let at = micros(range.from as string); at < micros(range.to as string); at += step) {
    found.add(windowOf(`${new Date(Number(at / 1000n)).toISOString().slice(0, 19)}.000000Z`, range) as bigint);
  }
  return [...found];
}
