/** The operator's settings. Only the entry point of a process reads `process.env`. */
export type Environment = Record<string, string | undefined>;

/** A wrong or missing setting. The operator sees one line without a stack. */
export class BadSetting extends Error {}

/** Reads typed settings and collects all problems, so that the operator can correct them at once. */
export class Settings {
  readonly #problems: string[] = [];
  constructor(private readonly environment: Environment) {}

  text(name: string, fallback?: string): string {
    const value = this.environment[name] ?? fallback;
    if (value === undefined || value === '') return this.#wrong(name, 'must be set', '');
    return value;
  }

  optional(name: string): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const value = this.environment[name];
    if (value === undefined || value === '') return fallback;
    const number = Number(value);
    if (/^-?\d+$/.test(value) && number >= min && number <= max) return number;
    return this.#wrong(name, `must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}`, fallback);
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const value = this.environment[name];
    if (value === undefined || value === '') return fallback;
    if ((choices as readonly string[]).includes(value)) return value as Choice;
    return this.#wrong(name, `must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`, fallback);
  }

  /** Throws BadSetting with every problem found so far. Call it once all settings are read. */
  check(): void {
    if (this.#problems.length > 0) throw new BadSetting([...new Set(this.#problems)].join('; '));
  }

  #wrong<T>(name: string, rule: string, fallback: T): T {
    this.#problems.push(`${name} ${rule}`);
    return fallback;
  }
}

/** The origin of an address that the operator set. Its path and query are ignored. */
export function httpOrigin(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new BadSetting(`${name} must be an http or https address`);
  return new URL(text).origin;
}

export const MODES = ['stage', 'live'] as const;
export type Mode = (typeof MODES)[number];
