/** A digest in a pointer. 6 bytes are 8 characters of base64: 13 bytes an event less than whole digests (measured). */
export const SHORT_DIGEST_BYTES = 6;
const DIGEST_BYTES = 16;

/** By account number: the digests of its events, one after another, as base64. */
type Digests = Record<string, string>;

/**
 * The first and the last seq of a batch's events in one outbox shard, both in the batch's block of 4096, and the
 * digests of its events. Rows written before `short_digests.since` have whole digests. Rows of the version before that,
 * and those that a person writes to publish old usage again, have none. The null makes a relay that does not know short
 * digests fail; it would take them for others and publish nothing.
 */
export type Pointer = [first: number, last: number, shard: number, digests?: Digests | null, short?: Digests];

/** Where the events of pointers are in the primary key: parallel arrays, parameters of a statement. */
export interface Places {
  accounts: number[];
  /** The smallest and the largest digest that begins so; equal for a whole digest. */
  low: string[];
  high: string[];
  /** Of the pointer. Another batch may have an event whose digest begins with the same bytes. */
  first: number[];
  last: number[];
}

export function hasDigests([, , , digests, short]: Pointer): boolean {
  return (digests ?? short) !== undefined;
}

export function placesOf(pointers: readonly Pointer[]): Places {
  const places: Places = { accounts: [], low: [], high: [], first: [], last: [] };
  for (const [first, last, , digests, short] of pointers) {
    for (const [account, low] of startsOf(digests ?? {}, DIGEST_BYTES).concat(
      startsOf(short ?? {}, SHORT_DIGEST_BYTES),
    )) {
      places.accounts.push(account);
      places.low.push(low.padEnd(2 * DIGEST_BYTES, '0'));
      places.high.push(low.padEnd(2 * DIGEST_BYTES, 'f'));
      places.first.push(first);
      places.last.push(last);
    }
  }
  return places;
}

/** Each once: one place finds all events of the batch whose digests begin so. */
function startsOf(digests: Digests, bytesEach: number): [account: number, hex: string][] {
  return Object.entries(digests).flatMap(([account, text]) => {
    const hex = Buffer.from(text, 'base64').toString('hex');
    const starts = new Set<string>();
    for (let from = 0; from < hex.length; from += 2 * bytesEach) starts.add(hex.slice(from, from + 2 * bytesEach));
    return [...starts].map((start): [number, string] => [Number(account), start]);
  });
}
