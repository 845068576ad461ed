import { truncate } from '@qafila/runtime/truncate';
import type { ScanStatus } from '../state/status.ts';

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

/** Unknown codes that are remembered, so that each is logged once. */
const UNKNOWN_CODES_MAX = 1_000;

/** Reads a courier's codes. An unknown code is left out, because we cannot guess its status, and is logged once. */
export class CodeBook<M = CodeMeaning> {
  readonly #logged = new Set<string>();

  constructor(
    private readonly courierId: string,
    private readonly codes: Codes<M>,
    private readonly log: CodeLog | undefined,
  ) {}

  /** `base`: what the code stands below, where its own is not known. */
  meaningOf(code: string, awb: string, base = code): M | undefined {
    const { scans, ignored } = this.codes;
    const known = [code, base].find((each) => Object.hasOwn(scans, each));
    if (known !== undefined) return scans[known];
    if (![code, base].some((each) => ignored.includes(each))) this.#logUnknown(code, awb);
    return undefined;
  }

  #logUnknown(code: string, awb: string): void {
    if (this.#logged.has(code) || this.#logged.size >= UNKNOWN_CODES_MAX) return;
    this.#logged.add(code);
    this.log?.warn({ courier: this.courierId, code: truncate(code, 50), awb }, 'courier.unknown_code');
  }
}

/** The same meaning of several codes, which a text lists. */
export function codesMeaning(status: ScanStatus, codes: string, reasonCode?: string): Record<string, CodeMeaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, { status, reasonCode }]));
}
