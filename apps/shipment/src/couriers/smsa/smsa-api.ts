import { truncate } from '@qafila/runtime/truncate';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { CodeBook } from '../code-book.ts';
import { exchangeText } from '../exchange-json.ts';
import type { Answers } from '../refusal-of.ts';
import { SMSA_LIMITS } from './smsa-limits.ts';

export interface SmsaOptions {
  baseUrl: string;
  key: string;
  accountNumber: string;
  codes: CodeBook;
  nowMs: () => number;
}

/** Some answers are JSON and some are a sentence; `value` is undefined for a sentence. */
export interface SmsaAnswer {
  status: number;
  text: string;
  value: unknown;
}

/** Calls of SMSA's API for e-commerce, which knows an account by its key. */
export class SmsaApi {
  constructor(private readonly options: Pick<SmsaOptions, 'baseUrl' | 'key'>) {}

  /** Throws without an answer, on a 5xx, and `NotReached` when nothing can have arrived. */
  async send(method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: unknown): Promise<SmsaAnswer> {
    const url = new URL(`${this.options.baseUrl}/api/${path}`);
    const { status, text } = await exchangeText({ method, url, headers: { apikey: this.options.key }, body, signal });
    return { status, text, value: jsonOf(text) };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const SMSA_ANSWERS: Answers<SmsaAnswer> = {
  courier: 'SMSA',
  codeOf: ({ status }) => (status === 400 || status === 422 ? 'refused_by_courier' : undefined),
  messageOf,
};

/** A sentence, or the errors of each field: SMSA does not document which. */
function messageOf({ text, value }: SmsaAnswer): string {
  const body = fieldsOf(value);
  const errors = Object.values(fieldsOf(body.errors)).flat();
  const named = [
    textOf(body.message) || textOf(body.Message) || textOf(body.title),
    ...errors,
    ...messagesOf(body.errors),
  ]
    .filter((each) => typeof each === 'string' && each !== '')
    .join('; ');
  return truncate(named || (typeof value === 'string' ? value : text), SMSA_LIMITS.reasonCharactersMax);
}

function messagesOf(errors: unknown): string[] {
  return listOf(errors).map(({ message, Message }: Fields) => textOf(message) || textOf(Message));
}
