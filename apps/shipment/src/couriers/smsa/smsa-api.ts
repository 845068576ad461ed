import { truncate } from '@qafila/runtime/truncate';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { CodeBook } from '../code-book.ts';
import type { NotSent, Refused } from '../courier.ts';
import { exchangeText, NotReached } from '../exchange-json.ts';
import { TooManyCalls } from '../scans-of-each.ts';
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

  /** As `send`, with `NotReached` as a result: for requests that can then be sent again. */
  async sendOnce(path: string, signal: AbortSignal, body: unknown): Promise<SmsaAnswer | NotReached> {
    return this.send('POST', path, signal, body).catch((error: unknown) => {
      if (error instanceof NotReached) return error;
      throw error;
    });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What an answer that is no success says. Throws where it leaves the result open. */
export function refusalOf(answer: SmsaAnswer | NotReached): Refused | NotSent {
  if (answer instanceof NotReached) return { kind: 'not_sent', why: answer.message };
  const { status } = answer;
  if (status === 401 || status === 403 || status === 429) return { kind: 'not_sent', why: `SMSA answered ${status}` };
  if (status !== 400 && status !== 422) throw unclear(answer);
  return { kind: 'refused', code: 'refused_by_courier', reason: messageOf(answer) || `SMSA answered ${status}` };
}

/** A sentence, or the errors of each field: SMSA does not document which. */
export function messageOf({ text, value }: SmsaAnswer): string {
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

export function unclear(answer: SmsaAnswer): Error {
  const why = `SMSA answered ${answer.status} ${truncate(messageOf(answer), 200)}`;
  return answer.status === 429 ? new TooManyCalls(why) : new Error(why);
}
