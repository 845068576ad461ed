import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { LIMITS } from '../limits.ts';
import { foldDigits, isVisible, normalise } from './text.ts';
import type { ViolationCode, Violations } from './violations.ts';

interface TextRule { required?: boolean; max?: number; pattern?: RegExp; code?: ViolationCode; rule?: string; fold?: boolean }

/** Reads an object field by field. What no rule has asked for by `end` is unknown, and refused with the name that was probably meant. */
export class Fields {
  readonly #known = new Set<string>();
  constructor(readonly body: JsonObject, readonly path: string, readonly violations: Violations) {}

  at(name: string | number): string {
    return this.path === '' ? String(name) : `${this.path}.${name}`;
  }

  bad(name: string, message: string, code: ViolationCode = 'VALIDATION_FAILED'): undefined {
    return this.violations.add(code, this.at(name), message);
  }

  /** Null is as good as absent. */
  raw(name: string): JsonValue | undefined {
    this.#known.add(name);
    return this.body[name] ?? undefined;
  }

  text(name: string, { required = false, max = LIMITS.textCharactersMax, pattern, code, rule = 'is not of the right form', fold = pattern !== undefined }: TextRule = {}): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return required ? this.bad(name, 'is required', code) : undefined;
    if (typeof value !== 'string') return this.bad(name, 'must be a text', code);
    const text = fold ? foldDigits(normalise(value)) : normalise(value);
    if (!isVisible(text)) return required ? this.bad(name, 'must not be empty', code) : undefined;
    if ([...text].length > max) return this.bad(name, `must have at most ${max} characters`);
    return pattern === undefined || pattern.test(text) ? text : this.bad(name, rule, code);
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], { required = false, code }: { required?: boolean; code?: ViolationCode } = {}): Choice | undefined {
    const text = this.text(name, { required, code });
    if (text === undefined || (choices as readonly string[]).includes(text)) return text as Choice | undefined;
    return this.bad(name, `must be ${choices.join(' or ')}`, code);
  }

  /** A JSON number or a decimal text, in minor units of the currency; nothing is rounded. */
  amount(name: string, currency: string | undefined, required = false): bigint | undefined {
    const text = this.#number(name, required);
    if (text === undefined || currency === undefined) return undefined;
    try {
      const minor = toMinorUnits(text, currency);
      return minor >= 0n && minor <= LIMITS.amountMinorMax ? minor : this.bad(name, 'must be an amount from 0 up');
    } catch (error) {
      if (!(error instanceof MoneyRefusal)) throw error;
      return this.bad(name, error.message, error.code === 'excess-precision' ? 'AMOUNT_PRECISION' : 'VALIDATION_FAILED');
    }
  }

  /** A number from 0 up with so many decimals at most, as a whole number of the last one: `1.5` with 3 is 1500n. */
  scaled(name: string, decimals: number, { required = false, max = LIMITS.weightKgMax }: { required?: boolean; max?: bigint } = {}): bigint | undefined {
    const text = this.#number(name, required);
    if (text === undefined) return undefined;
    const parts = /^(\d{1,18})(?:\.(\d+?)0*)?$/.exec(text);
    if (parts === null) return this.bad(name, 'must be a number from 0 up, such as 1.5');
    const [, whole = '', fraction = ''] = parts;
    if (fraction.replace(/0+$/, '').length > decimals) return this.bad(name, `must have at most ${decimals} decimals`);
    const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
    return value <= max * 10n ** BigInt(decimals) ? value : this.bad(name, `must be at most ${max}`);
  }

  whole(name: string, { min, max, required = false }: { min: number; max: number; required?: boolean }): number | undefined {
    const text = this.#number(name, required);
    if (text === undefined) return undefined;
    const value = Number(text);
    return Number.isInteger(value) && value >= min && value <= max ? value : this.bad(name, `must be a whole number from ${min} to ${max}`);
  }

  degrees(name: string, max: number): number | undefined {
    const text = this.#number(name, false);
    if (text === undefined) return undefined;
    const value = Number(text);
    return Math.abs(value) <= max ? value : this.bad(name, `must be from -${max} to ${max}`);
  }

  object(name: string, required = false): Fields | undefined {
    const value = this.raw(name);
    if (value === undefined) return required ? this.bad(name, 'is required') : undefined;
    return isObject(value) ? new Fields(value, this.at(name), this.violations) : this.bad(name, 'must be an object');
  }

  objects(name: string): Fields[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.bad(name, 'must be an array of objects');
    return value.flatMap((one, index) => {
      const path = `${this.at(name)}.${index}`;
      return isObject(one) ? [new Fields(one, path, this.violations)] : (this.violations.add('VALIDATION_FAILED', path, 'must be an object'), []);
    });
  }

  end(): void {
    for (const name of Object.keys(this.body)) {
      if (this.#known.has(name)) continue;
      const meant = [...this.#known].find((known) => alike(known) === alike(name));
      this.bad(name, `is not a field of this operation${meant === undefined ? '' : `; did you mean ${meant}?`}`);
    }
  }

  #number(name: string, required: boolean): string | undefined {
    const value = this.raw(name);
    if (value === undefined || value === '') return required ? this.bad(name, 'is required') : undefined;
    if (!(value instanceof JsonNumber) && typeof value !== 'number' && typeof value !== 'string') return this.bad(name, 'must be a number or a decimal text');
    // Before anything looks at its digits: some of what follows takes the square of their number.
    if (String(value).length > LIMITS.numberCharactersMax) return this.bad(name, `must have at most ${LIMITS.numberCharactersMax} characters`);
    if (typeof value !== 'string') return String(value);
    const text = foldDigits(normalise(value));
    return /^-?\d+(\.\d+)?$/.test(text) ? text : this.bad(name, 'must be a number or a decimal text such as "12.50"');
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** `ship_to_info`, `shiptoInfo` and `shipToInfos` are all meant to be `shipToInfo`. */
function alike(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '').replace(/s$/, '');
}
