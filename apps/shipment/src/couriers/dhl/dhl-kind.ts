import type { CredentialField, Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { CodeBook, CodeLog } from '../code-book.ts';
import type { AccountSpec, CourierKind } from '../courier-kind.ts';
import type { Courier } from '../courier.ts';
import { NotReached } from '../exchange-json.ts';
import { DHL_ANSWERS, DhlApi } from './dhl-api.ts';
import { DhlCourier } from './dhl-courier.ts';
import { dhlCodes } from './dhl-scans.ts';
import { DHL_POLLING, DHL_PRODUCTS } from './dhl-limits.ts';
import { dhlTime } from './dhl-shipment.ts';

const API_URL = 'https://express.api.dhl.com/mydhlapi';

/** DHL Express, by MyDHL API. Stage calls its test environment. */
export class DhlKind implements CourierKind {
  readonly id = 'dhl_express';
  readonly title = 'DHL Express';
  readonly services = DHL_PRODUCTS;
  readonly polling = DHL_POLLING;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'api_key',
      description: 'The API key of your app for MyDHL API, at developer.dhl.com.',
      pattern: /^[\x21-\x39\x3b-\x7e]{8,200}$/,
      expects: 'an API key of MyDHL API',
    },
    {
      name: 'api_secret',
      description: 'Its API secret.',
      pattern: /^[\x21-\x7e]{8,200}$/,
      expects: 'an API secret of MyDHL API',
    },
    {
      name: 'account_number',
      description: 'The number of your DHL Express account, which is charged.',
      pattern: /^\d{6,12}$/,
      expects: 'an account number of 6 to 12 digits',
    },
    {
      name: 'label_format',
      description: 'Send `zpl` for labels of a label printer. Without it DHL makes PDF.',
      pattern: /^(?:pdf|zpl)$/,
      expects: '"pdf" or "zpl"',
      isOptional: true,
    },
  ];

  readonly #codes: CodeBook;

  constructor(private readonly options: { apiUrl?: string; nowMs?: () => number; log?: CodeLog } = {}) {
    this.#codes = dhlCodes(options.log);
  }

  /** Asks for the price of a parcel: DHL then says whether it knows the key and the account. */
  async test(credentials: Credentials, mode: string, signal: AbortSignal): Promise<CredentialTest> {
    const { account_number: number = '' } = credentials;
    const answer = await new DhlApi(this.#access(credentials, mode)).send('POST', 'rates', {
      body: probe(number, this.#nowMs()),
      signal,
    });
    if (answer instanceof NotReached) return { kind: 'unavailable', why: answer.message };
    const { status } = answer;
    if (status === 401 || status === 403)
      return { kind: 'refused', field: 'api_key', why: `DHL refuses this key and secret: it answered ${status}.` };
    if (status === 400 && /account/i.test(DHL_ANSWERS.messageOf(answer)))
      return { kind: 'refused', field: 'account_number', why: `DHL says: ${DHL_ANSWERS.messageOf(answer)}` };
    // Another refusal is of the parcel, and comes after that of the account.
    if (![200, 400, 404, 422].includes(status)) return { kind: 'unavailable', why: `DHL answered ${status}` };
    return { kind: 'accepted', account: number, accountName: `DHL Express ${number}` };
  }

  connect({ credentials, mode }: AccountSpec): Courier {
    return new DhlCourier({
      ...this.#access(credentials, mode),
      accountNumber: credentials.account_number ?? '',
      labelFormat: credentials.label_format === 'zpl' ? 'zpl' : 'pdf',
      codes: this.#codes,
      nowMs: () => this.#nowMs(),
    });
  }

  async close(): Promise<void> {}

  #access({ api_key: key = '', api_secret: secret = '' }: Credentials, mode: string): DhlAccess {
    const baseUrl = this.options.apiUrl ?? API_URL;
    return { baseUrl: mode === 'live' ? baseUrl : `${baseUrl}/test`, key, secret };
  }

  #nowMs(): number {
    return (this.options.nowMs ?? Date.now)();
  }
}

interface DhlAccess {
  baseUrl: string;
  key: string;
  secret: string;
}

function probe(number: string, nowMs: number): Record<string, unknown> {
  const place = (cityName: string, countryCode: string): object => ({ postalCode: '', cityName, countryCode });
  return {
    plannedShippingDateAndTime: dhlTime(nowMs + 86_400_000),
    accounts: [{ typeCode: 'shipper', number }],
    customerDetails: { shipperDetails: place('Riyadh', 'SA'), receiverDetails: place('Dubai', 'AE') },
    unitOfMeasurement: 'metric',
    isCustomsDeclarable: false,
    packages: [{ weight: 1, dimensions: { length: 10, width: 10, height: 10 } }],
  };
}
