import { truncate } from '@qafila/runtime/truncate';
import type { ScanStatus } from '../state/status.ts';
import type { CourierScan, ReportedScan, UnreadableScan } from './courier.ts';

export interface CodeMeaning {
  status: ScanStatus;
  reasonCode?: string;
}
export interface CodeLog {
  warn(about: Record<string, unknown>, message: string): void;
}

interface Codes<M> {
  scans: Readonly<Record<string, M>>;
  /** Codes that say nothing of the goods. */
  ignored: readonly string[];
}
/** A scan as it is before its code is read. */
interface Written extends Omit<CourierScan, 'status'> {
  writtenAt: string;
}

/** Unknown codes that are remembered, so that each is logged once. */
const UNKNOWN_CODES_MAX = 1_000;

/** Reads a courier's codes. An unknown code is not guessed: it is logged once, and its scans are kept as unreadable. */
export class CodeBook<M extends CodeMeaning = CodeMeaning> {
  readonly #logged = new Set<string>();

  constructor(
    private readonly courierId: string,
    private readonly codes: Codes<M>,
    private readonly log: CodeLog | undefined,
  ) {}

  /**
   * The scan, none where its code says nothing of the goods, or as unreadable. The first of `words` that is known
   * decides. A time that is NaN is unreadable.
   */
  read({ writtenAt, ...scan }: Written, words: readonly string[] = [scan.courierStatusCode]): ReportedScan[] {
    const { scans, ignored } = this.codes;
    const known = words.find((word) => Object.hasOwn(scans, word));
    if (known === undefined && words.some((word) => ignored.includes(word))) return [];
    if (known === undefined) this.#logUnknown(scan.courierStatusCode, scan.awb);
    if (known === undefined || Number.isNaN(scan.occurredAtMs))
      return [unreadable(known === undefined ? 'code' : 'time', { ...scan, writtenAt })];
    return [{ ...scan, ...(scans[known] as M) }];
  }

  #logUnknown(code: string, awb: string): void {
    if (this.#logged.has(code) || this.#logged.size >= UNKNOWN_CODES_MAX) return;
    this.#logged.add(code);
    this.log?.warn({ courier: this.courierId, code: truncate(code, 50), awb }, 'courier.unknown_code');
  }
}

/** A scan without what cannot be read of it. */
export function unreadable(
  what: UnreadableScan['unreadable'],
  { awb, courierStatusCode, writtenAt, occurredAtMs, description, city }: Written,
): UnreadableScan {
  const time = Number.isNaN(occurredAtMs) ? {} : { occurredAtMs };
  return { unreadable: what, awb, courierStatusCode, writtenAt, ...time, description, city };
}

/** The same meaning of several codes, which a text lists. */
export function codesMeaning(status: ScanStatus, codes: string, reasonCode?: string): Record<string, CodeMeaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, { status, reasonCode }]));
}
