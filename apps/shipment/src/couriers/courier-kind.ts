import type { CredentialField, Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { Courier, CourierService, Polling } from './courier.ts';

/** A company's account at a courier. */
export interface AccountSpec {
  id: string;
  mode: string;
  /** The courier's own name of the account. */
  account: string;
  credentials: Credentials;
  /** Those before the last change: calls that the courier still signs with them are accepted. */
  previous: Credentials | null;
}

/** A courier at which companies connect accounts of their own. One adapter serves all their accounts. */
export interface CourierKind {
  /** `courierId` of the shipments. */
  readonly id: string;
  /** As people call it. */
  readonly title: string;
  readonly fields: readonly CredentialField[];
  /** Empty where the account decides which there are. */
  readonly services: readonly CourierService[];
  readonly polling: Polling;
  /** Asks the courier, by a call without effect, whose account the credentials open, and whether they fit the mode. */
  test(credentials: Credentials, mode: string, signal: AbortSignal): Promise<CredentialTest>;
  connect(spec: AccountSpec): Courier;
  close(): Promise<void>;
}
