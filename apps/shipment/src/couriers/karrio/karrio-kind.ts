import { listOf, textOf } from '@qafila/json/fields';
import type { CredentialField, Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { CodeBook, CodeLog } from '../code-book.ts';
import type { AccountSpec, CourierKind } from '../courier-kind.ts';
import type { Courier } from '../courier.ts';
import { exchangeJson } from '../exchange-json.ts';
import { KarrioCourier } from './karrio-courier.ts';
import { KARRIO_CONNECTIONS_MAX, KARRIO_POLLING } from './karrio-limits.ts';
import { karrioWords } from './karrio-scans.ts';

/**
 * Carriers behind Karrio servers. The deployment names the servers, because a company must not make us call any address
 * that it likes. Karrio isolates no tenants: give each company a server of its own.
 */
export class KarrioKind implements CourierKind {
  readonly id = 'karrio';
  readonly title = 'Karrio';
  readonly services = [];
  readonly polling = KARRIO_POLLING;
  readonly fields: readonly CredentialField[];

  readonly #words: CodeBook;

  constructor(servers: readonly string[], log?: CodeLog) {
    this.#words = karrioWords(log);
    this.fields = [
      {
        name: 'server_url',
        description: 'The address of your Karrio server. The deployment lists those that it may call.',
        pattern: new RegExp(`^(?:${servers.map(escaped).join('|')})$`),
        expects: 'one of the Karrio servers of this deployment',
      },
      {
        name: 'api_token',
        description: 'The API key of your account there, of test mode in stage.',
        pattern: /^[\w-]{8,200}$/,
        expects: 'an API key of Karrio',
      },
      {
        name: 'carrier_id',
        description: 'The `carrier_id` of the carrier connection there.',
        pattern: /^[\w.-]{1,150}$/,
        expects: 'the carrier_id of a connection',
      },
      {
        name: 'cash_on_delivery',
        description:
          'Send `supported` when you have tested that this carrier collects cash. Without it shipments with cash on ' +
          'delivery are refused, because Karrio drops the amount for some carriers.',
        pattern: /^supported$/,
        expects: '"supported"',
        isOptional: true,
      },
    ];
  }

  async test(credentials: Credentials, mode: string, signal: AbortSignal): Promise<CredentialTest> {
    const { server_url: server = '', api_token: token = '', carrier_id: carrierId = '' } = credentials;
    const { status, body } = await exchangeJson({
      method: 'GET',
      url: new URL(`/v1/connections?limit=${KARRIO_CONNECTIONS_MAX}`, server),
      headers: { authorization: `Token ${token}` },
      signal,
    });
    if (status === 401 || status === 403)
      return { kind: 'refused', field: 'api_token', why: `Karrio refuses this API key: it answered ${status}.` };
    if (status !== 200) return { kind: 'unavailable', why: `Karrio answered ${status}` };
    const found = listOf(body.results).find((each) => each.carrier_id === carrierId && each.active === true);
    if (found === undefined)
      return { kind: 'refused', field: 'carrier_id', why: `Karrio has no active connection ${carrierId}.` };
    if ((found.test_mode === true) !== (mode !== 'live'))
      return { kind: 'refused', field: 'api_token', why: `In ${mode} the connection must be of the same mode.` };
    return { kind: 'accepted', account: textOf(found.id), accountName: textOf(found.display_name) };
  }

  connect({ credentials }: AccountSpec): Courier {
    return new KarrioCourier({
      serverUrl: credentials.server_url ?? '',
      token: credentials.api_token ?? '',
      carrierId: credentials.carrier_id ?? '',
      collectsCash: credentials.cash_on_delivery === 'supported',
      words: this.#words,
    });
  }

  async close(): Promise<void> {}
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
