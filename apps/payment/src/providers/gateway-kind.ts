import type { CredentialField, Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { Owner } from '../owner.ts';
import type { Capabilities } from './capabilities.ts';
import type { Method } from './methods.ts';
import type { PaymentProvider } from './provider.ts';

export type { CredentialField, Credentials, CredentialTest };

/** A store's account at a gateway. */
export interface ConnectionSpec {
  id: string;
  owner: Owner;
  /** Where the gateway calls us about this connection. */
  callbackUrl: string;
  credentials: Credentials;
  /** Those before the last change: calls that the gateway still signs with them are accepted. */
  previous: Credentials | null;
}

/** What is known of the connection whose credentials change. */
export interface KnownAccount {
  account: string;
  /** The gateway's reference of a payment that was taken there; null when there is none. */
  reference: string | null;
}

/** A gateway that stores connect with credentials of their own. One adapter serves all their connections. */
export interface GatewayKind {
  readonly type: string;
  /** As people call it. */
  readonly title: string;
  readonly methods: readonly Method[];
  readonly capabilities: Capabilities;
  readonly fields: readonly CredentialField[];
  /** Its connections have `settlementPage`, so settlements are imported without files. */
  readonly hasBooks?: true;
  /**
   * Asks the gateway, by a call without effect, whose account the credentials open, and whether they fit the mode. A
   * gateway that does not name the account is asked for a known payment instead.
   */
  test(credentials: Credentials, mode: string, known?: KnownAccount): Promise<CredentialTest>;
  connect(spec: ConnectionSpec): PaymentProvider;
  close(): Promise<void>;
}
