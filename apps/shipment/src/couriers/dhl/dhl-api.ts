import { truncate } from '@qafila/runtime/truncate';
import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { CodeBook } from '../code-book.ts';
import { exchangeOnce } from '../exchange-json.ts';
import type { JsonAnswer, NotReached } from '../exchange-json.ts';
import type { Answers } from '../refusal-of.ts';
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

export const DHL_ANSWERS: Answers<JsonAnswer> = {
  courier: 'DHL',
  codeOf: ({ status, body }) => {
    const number = NUMBER.exec(textOf(body.detail))?.[1];
    if ((status !== 400 && status !== 422) || number === UNDECIDED) return undefined;
    return number === undefined ? 'refused_by_courier' : `dhl_${number}`;
  },
  messageOf,
};

function messageOf({ body }: JsonAnswer): string {
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
