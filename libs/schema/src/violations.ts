import type { ErrorCodeOf } from '@qafila/contracts/errors';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Violation } from '@qafila/envelopes/refusal';

/** A client that is wrong everywhere needs no longer list than this. */
const VIOLATIONS_MAX = 100;

/** Everything that is wrong with one request, in the order in which it was found. */
export class Violations {
  readonly #found: Violation[] = [];

  add(field: string, message: string, code: ErrorCodeOf<400> = 'validation_error'): undefined {
    if (!this.isFull) this.#found.push({ code, field, message });
  }

  get isFull(): boolean {
    return this.#found.length >= VIOLATIONS_MAX;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Whether the value at the path, or a part of it, has a violation. */
  has(path: string): boolean {
    return this.#found.some(({ field }) => field === path || field.startsWith(`${path}.`));
  }

  /** Throws a 400 refusal with all violations; the first one gives the refusal its code, field and message. */
  check(): void {
    if (!this.isEmpty) throw refusalOf(this.#found);
  }
}

function refusalOf(violations: readonly Violation[]): Refusal {
  const [{ code, field, message }, ...others] = violations as [Violation, ...Violation[]];
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see details)`;
  return new Refusal(400, code, `${message}${more}`, { param: field, violations: [...violations] });
}

type ReadFields = Readonly<Record<string, unknown>>;

/** Where a value stands in the request: its path, the object around it, and the list that takes its violations. */
export class Place {
  constructor(
    readonly path: string,
    /** The fields of the object around the value that are already read. */
    readonly object: ReadFields,
    readonly violations: Violations,
    /** Values of a query are texts. */
    readonly source: 'body' | 'query',
    /** The code of violations whose rule names none. */
    readonly code: ErrorCodeOf<400> = 'validation_error',
    /** The fields of the whole request that are already read. */
    readonly root: ReadFields = object,
  ) {}

  /** `rule` follows the path: "must be a date". */
  fail(rule: string, code = this.code): undefined {
    return this.violations.add(this.path, `${this.path} ${rule}.`, code);
  }

  /** Whether the value, or a part of it, already has a violation. A rule across fields then says nothing more. */
  get hasFailed(): boolean {
    return this.violations.has(this.path);
  }

  below(name: string | number, object: ReadFields = this.object, code?: ErrorCodeOf<400>): Place {
    const path = this.path === '' ? String(name) : `${this.path}.${name}`;
    const root = this.path === '' ? object : this.root;
    return new Place(path, object, this.violations, this.source, code, root);
  }
}
