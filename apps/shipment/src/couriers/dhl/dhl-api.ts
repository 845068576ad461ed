import { truncate } from '@qafila/runtime/truncate';
import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { CodeBook } from '../code-book.ts';
import type { NotSent, Refused } from '../courier.ts';
import { exchangeOnce, NotReached } from '../exchange-json.ts';
import type { JsonAnswer } from '../exchange-json.ts';
import { TooManyCalls } from '../scans-of-each.ts';
import { DHL_LIMITS, DHL_VERSION } from './dhl-limits.ts';

export interface DhlOptions {
  /** `https://express.api.dhl.com/mydhlapi`, with `/test` for test mode. */
  baseUrl: string;
  key: string;
  secret: string;
  accountNumber: string;
  labelFormat: 'pdf' | 'zpl';
  codes: CodeBook;
  nowMs: () => number;
}

interface DhlRequest {
  query?: readonly (readonly [name: string, value: string])[];
  body?: Fields;
  signal: AbortSignal;
}

/** Calls of MyDHL API: HTTP Basic with the key and the secret of an app. */
export class DhlApi {
  constructor(private readonly options: Pick<DhlOptions, 'baseUrl' | 'key' | 'secret'>) {}

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { query = [], body, signal }: DhlRequest,
  ): Promise<JsonAnswer | NotReached> {
    const { baseUrl, key, secret } = this.options;
    const url = new URL(`${baseUrl}/${path}`);
    for (const [name, value] of query) url.searchParams.append(name, value);
    return exchangeOnce({
      method,
      url,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'x-version': DHL_VERSION,
      },
      body,
      signal,
    });
  }
}

/** DHL's own number of a refusal, before its words: `7008: The requested …`. */
const NUMBER = /^(\d{3,6}):/;
/** "Process failure": DHL does not say what became of the request. */
const UNDECIDED = '999';

/** What an answer that is no success says. Throws where it leaves the result open. */
export function refusalOf(answer: JsonAnswer | NotReached): Refused | NotSent {
  if (answer instanceof NotReached) return { kind: 'not_sent', why: answer.message };
  const { status, body } = answer;
  if (status === 401 || status === 403 || status === 429) return { kind: 'not_sent', why: `DHL answered ${status}` };
  const number = NUMBER.exec(textOf(body.detail))?.[1];
  if ((status !== 400 && status !== 422) || number === UNDECIDED) throw unclear(answer);
  return {
    kind: 'refused',
    code: number === undefined ? 'refused_by_courier' : `dhl_${number}`,
    reason: messageOf(body) || `DHL answered ${status}`,
  };
}

export function messageOf(body: Fields): string {
  const more = Array.isArray(body.additionalDetails)
    ? body.additionalDetails.filter((each) => typeof each === 'string')
    : [];
  const all = [
    textOf(body.detail) || textOf(body.message),
    ...more,
    ...listOf(body.additionalDetails).map(({ detail }) => textOf(detail)),
  ];
  return truncate(all.filter(Boolean).join('; '), DHL_LIMITS.reasonCharactersMax);
}

export function unclear(answer: JsonAnswer | NotReached): Error {
  if (answer instanceof NotReached) return answer;
  const why = `DHL answered ${answer.status} ${truncate(messageOf(answer.body), 200)}`;
  return answer.status === 429 ? new TooManyCalls(why) : new Error(why);
}
