import type { Owner } from '../owner.ts';
import type { Callback, DisputeDesk, Handshake, ReceivedCall } from './callback.ts';
import type { Capabilities } from './capabilities.ts';
import type { CustomerAction } from './customer-action.ts';
import type { Method } from './methods.ts';
import type { Buyer, LineItem, PostalAddress } from './payer.ts';
import type { SettlementBooks } from './settlement-line.ts';

/** The status of an attempt that a provider declined. */
export type Decline = 'FAILED' | 'AUTHENTICATION_FAILED' | 'RISK_DECLINED';

export const OPERATION_KINDS = ['pay', 'charge', 'capture', 'void', 'refund', 'reverse'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** What a provider reports beside the result. Card data never goes beyond this. */
export interface Facts {
  /** The provider's own id of the payment. */
  reference?: string;
  code?: string;
  message?: string;
  secure?: string | null;
  instrument?: Record<string, unknown>;
  fee?: bigint;
  /** What 3-D Secure said, where the gateway reports it. */
  authentication?: Authentication;
  /** The card that the gateway keeps, because the request asked for it. */
  saved?: SavedInstrument;
  /** Where the customer confirms in the sandbox's wallet. The app of a real wallet has no address. */
  appUrl?: string;
}

/** What may be shown of a saved card. */
export interface SavedCard {
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
  /** Equal for equal cards of one account at the gateway; null where it reports none. */
  fingerprint: string | null;
}

export interface SavedInstrument {
  /** The gateway's name of it, which `charge` and `revokeToken` take. */
  token: string;
  card: SavedCard;
}

/** How the cardholder was authenticated, and who bears a fraud. */
export interface Authentication {
  version?: string;
  result?: string;
  /** True when the bank bears it. */
  liabilityShift?: boolean;
  exemption?: string;
}

/** What may follow a refusal: the next provider at once, another try by the customer, or nothing. */
export type After = 'fallback' | 'customer' | 'none';

/**
 * A provider's report on one operation. `unknown` stands for a lost reply: the service inquires and never guesses.
 * `not_sent` guarantees that no byte left this process. `not_found` means that the provider has no such operation.
 */
export type ProviderReport =
  /** The customer's turn. */
  | ({ kind: 'action'; action: CustomerAction } & Facts)
  /** Under way at the provider. `step` is what a wallet waits for. */
  | ({ kind: 'pending'; step?: 'code' | 'app' } & Facts)
  | ({ kind: 'captured'; amount: bigint } & Facts)
  | ({ kind: 'authorised' } & Facts)
  /** The authorisation was released, or the money was returned. */
  | ({ kind: 'voided' | 'refunded' } & Facts)
  /** `isStopped`: the cardholder said to their bank that the merchant may charge this card no more. */
  | ({ kind: 'declined'; as: Decline; then: After; isStopped?: true } & Facts)
  | { kind: 'not_sent' | 'not_found'; why: string }
  /** `cursor`: an inquiry had to end before it had searched everything, and the next one goes on from there. */
  | { kind: 'unknown'; why: string; cursor?: string };

/** What we ask of a provider. `id` is the idempotency key at the provider: a repeated request has one effect. */
export interface OperationRequest {
  id: string;
  /** The account, store and mode whose payment it is. */
  store: Owner;
  amount: bigint;
  currency: string;
  /** The provider's reference of the payment to capture, void or refund; null while no answer has named it. */
  reference: string | null;
  /** Our id of that payment; `id` itself when the request is the payment. */
  paymentId: string;
  /** When the request was written, which is before the provider was first asked. */
  startedAtMs: number;
  /**
   * Of a capture. False leaves the rest authorised, which only a gateway with `multiCapture` is asked for; it reports
   * each capture with its own amount.
   */
  finalCapture?: boolean;
}

export interface PayRequest extends OperationRequest {
  method: Method;
  capture: boolean;
  orderReference: string;
  description: string;
  buyer: Buyer;
  shipping?: PostalAddress;
  billing?: PostalAddress;
  items: readonly LineItem[];
  /** Where the provider's page returns the customer. */
  returnUrl: string;
  language: string;
  /** When the customer can no longer pay. */
  expiresAtMs: number;
  /** The customer lets the store keep the card; only where `capabilities.savesInstruments` is true. */
  saves?: boolean;
}

export interface InquiryRequest extends OperationRequest {
  kind: OperationKind;
  /** Where the inquiry before it ended. */
  cursor?: string | null;
}

/** A charge of a saved instrument without its customer. */
export interface ChargeRequest extends OperationRequest {
  token: string;
  orderReference: string;
}

/**
 * A gateway as one store uses it. A new adapter implements this interface and passes test/provider-contract.ts. An
 * adapter never retries: the service does, under the same id.
 */
export interface PaymentProvider extends Partial<SettlementBooks>, Partial<DisputeDesk> {
  readonly type: string;
  readonly methods: readonly Method[];
  readonly capabilities: Capabilities;
  /** The origins to which a customer's form may lead, for the content security policy of our pages. */
  readonly origins: readonly string[];
  pay(request: PayRequest): Promise<ProviderReport>;
  capture(request: OperationRequest): Promise<ProviderReport>;
  void(request: OperationRequest): Promise<ProviderReport>;
  refund(request: OperationRequest): Promise<ProviderReport>;
  /** Asks the provider what it knows of an operation, by our id or by its own reference. */
  inquire(request: InquiryRequest): Promise<ProviderReport>;
  /**
   * Gives up a payment that the customer cancelled or that expired. The provider must take no more money. Inquiries
   * find what it took before.
   */
  abandon(request: OperationRequest): Promise<void>;
  /** Throws a refusal when the call is not the provider's. */
  readCallback(call: ReceivedCall): Callback | Handshake | Promise<Callback | Handshake>;
  /** Charges a saved instrument; this and the next only where `capabilities.savesInstruments` is true. */
  charge?(request: ChargeRequest): Promise<ProviderReport>;
  /** Forgets a saved instrument. A repeat is accepted. */
  revokeToken?(token: string): Promise<StepReport>;
  /** Ends its connections. */
  close?(): Promise<void>;
}

export type StepReport =
  | ({ kind: 'accepted' } & Facts)
  /** A wrong code permits another try. For an identity or a PIN it means that the wallet refused it. */
  | ({ kind: 'wrong'; expired?: boolean } & Facts)
  | ({ kind: 'refused' | 'unavailable' } & Facts)
  | { kind: 'unknown'; why: string };

export interface IdentityStep extends OperationRequest {
  nationalId: string;
  phone: string;
  orderReference: string;
  description: string;
}
export interface TokenSetup {
  id: string;
  phone: string;
  pin: string;
}

/** A wallet also verifies the customer, sends and checks codes, and stores tokens. */
export interface WalletProvider extends PaymentProvider {
  /** Opens the payment under `id` for this customer and sends the code. */
  checkIdentity(step: IdentityStep): Promise<StepReport>;
  resendCode(id: string, reference: string): Promise<StepReport>;
  checkCode(id: string, reference: string, code: string): Promise<StepReport>;
  startToken(setup: TokenSetup): Promise<StepReport>;
  finishToken(id: string, reference: string, code: string): Promise<StepReport & { token?: string }>;
  /** Asks what became of a setup. The answer is `wrong` while the wallet waits for a code. */
  inquireToken(id: string): Promise<StepReport & { token?: string }>;
  revokeToken(token: string): Promise<StepReport>;
  charge(request: ChargeRequest): Promise<ProviderReport>;
}

export function isWallet(provider: PaymentProvider): provider is WalletProvider {
  return 'checkIdentity' in provider;
}
