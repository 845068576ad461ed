import type { Method } from './methods.ts';

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
  /** Where the customer confirms in the sandbox's wallet. The app of a real wallet has no address. */
  appUrl?: string;
}

/** What may follow a refusal: the next provider at once, another try by the customer, or nothing. */
export type After = 'fallback' | 'customer' | 'none';

/**
 * A provider's report on one operation. `unknown` stands for a lost reply: the service inquires and never guesses.
 * `not_sent` guarantees that no byte left this process. `not_found` means that the provider has no such operation.
 */
export type ProviderReport =
  | ({ kind: 'redirect'; url: string } & Facts)
  /** Under way at the provider. `step` is what a wallet waits for. */
  | ({ kind: 'pending'; step?: 'code' | 'app' } & Facts)
  | ({ kind: 'captured'; amount: bigint } & Facts)
  | ({ kind: 'authorised' } & Facts)
  /** The authorisation was released, or the money was returned. */
  | ({ kind: 'voided' | 'refunded' } & Facts)
  | ({ kind: 'declined'; as: Decline; then: After } & Facts)
  | { kind: 'not_sent' | 'not_found'; why: string }
  | { kind: 'unknown'; why: string };

/** What we ask of a provider. `id` is the idempotency key at the provider: a repeated request has one effect. */
export interface OperationRequest {
  id: string;
  amount: bigint;
  currency: string;
  /** The provider's reference of the payment to capture, void or refund. */
  reference: string | null;
}

export interface PayRequest extends OperationRequest {
  capture: boolean;
  orderReference: string;
  description: string;
  /** Where the provider's page returns the customer. */
  returnUrl: string;
  language: string;
}

/** A verified call of a provider about an operation. When `report` is unknown, the receiver inquires `operationId`. */
export interface Callback {
  id: string;
  operationId: string | null;
  tokenId: string | null;
  report: ProviderReport;
}

/** A card gateway or a wallet. A new adapter implements this interface and passes test/provider-contract.ts. */
export interface PaymentProvider {
  readonly type: string;
  readonly methods: readonly Method[];
  /** The origins to which a customer's form may lead, for the content security policy of our pages. */
  readonly origins: readonly string[];
  pay(request: PayRequest): Promise<ProviderReport>;
  capture(request: OperationRequest): Promise<ProviderReport>;
  void(request: OperationRequest): Promise<ProviderReport>;
  refund(request: OperationRequest): Promise<ProviderReport>;
  /** Asks the provider what it knows of an operation. */
  inquire(request: OperationRequest & { kind: OperationKind }): Promise<ProviderReport>;
  /**
   * Gives up a payment that the customer cancelled or that expired. The provider must take no more money. Inquiries
   * find what it took before.
   */
  abandon(id: string): Promise<void>;
  /** Throws a refusal when the signature is not the provider's. */
  readCallback(rawBody: Buffer, headers: Record<string, string | string[] | undefined>, nowMs: number): Callback;
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
  revokeToken(token: string): Promise<void>;
  charge(request: OperationRequest & { token: string; orderReference: string }): Promise<ProviderReport>;
}

export function isWallet(provider: PaymentProvider): provider is WalletProvider {
  return 'checkIdentity' in provider;
}
