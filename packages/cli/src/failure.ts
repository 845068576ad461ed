/** The exit codes of every command; `qafila --help` lists them. */
export const EXIT = { ok: 0, refused: 1, usage: 2, connection: 3, login: 4, bug: 70, interrupted: 130 } as const;

export interface FailureFacts {
  exit: number;
  /** What to do about it. */
  remedy?: string;
  /** The error for programs, printed with --json. */
  error?: Record<string, unknown>;
  /** True when the result that was written says it already. */
  isReported?: boolean;
  /** More lines for people, such as each broken rule. */
  lines?: readonly string[];
}

/** A command ends without success. The message is one line for a person. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    message: string,
    readonly facts: FailureFacts,
  ) {
    super(message);
  }
}

export function usageFailure(message: string, remedy?: string): Failure {
  return new Failure(message, { exit: EXIT.usage, remedy, error: { code: 'usage', message } });
}
