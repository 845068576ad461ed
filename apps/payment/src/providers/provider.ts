import type { Decline } from '../intents/intent.state.ts';
import type { Method } from '../routing/choose-gateways.ts';

/** What a gateway says beside the outcome; of a card never more than this. */
export interface Facts {
  /** The gateway's own name for the payment. */
  reference?: string;
  code?: string;
  message?: string;
  secure?: string | null;
  instrument?: Record<string, unknown>;
  fee?: bigint;
  /** Where the customer confirms, of a pretend wallet: a real one's app has no address. */
  appUrl?: string;
}

/** Why a refusal leaves the customer another way: the next gateway at once, a new try of his own, or none. */
export type After = 'fallback' | 'customer' | 'nobody';

/**
 * What became of one operation. `unknown` is the honest answer to a lost reply: it is inquired, never guessed. `not_sent` promises that
 * no byte left, `not_found` that the gateway has no such operation.
 */
export type Outcome =
  | ({ kind: 'redirect'; url: string } & Facts)
  /** Under way there. `step`: what a wallet waits for. */
  | ({ kind: 'pending'; step?: 'code' | 'app' } & Facts)
  | ({ kind: 'captured'; amount: bigint } & Facts)
  | ({ kind: 'authorised' } & Facts)
  /** The customer's bank took back what it held, or the gateway gave the money back. */
  | ({ kind: 'voided' | 'refunded' } & Facts)
  | ({ kind: 'declined'; as: Decline; then: After } & Facts)
  | { kind: 'not_sent' | 'not_found' | 'unknown'; why: string };

/** One operation to ask for. `id` is its idempotency key at the gateway: asked twice it happens once. */
export interface Asked {
  id: string;
  amount: bigint;
  currency: string;
  /** The gateway's reference of the payment that is captured, voided or refunded. */
  reference: string | null;
}

export interface PayRequest extends Asked {
  capture: boolean;
  orderReference: string;
  description: string;
  /** Where the gateway's page sends the customer back to. */
  returnUrl: string;
  language: string;
}

/** A gateway's word about an operation, verified: who heard it asks what it knows of `operationId`, or reads the outcome in it. */
export interface Callback { id: string; operationId: string | null; tokenId: string | null; outcome: Outcome }

/** A card gateway or wallet, as payment needs it. A second real one implements this and passes test/provider-contract.ts. */
export interface PaymentProvider {
  readonly type: string;
  readonly methods: readonly Method[];
  /** Origins to which a customer's form may lead, for our pages' policy. */
  readonly origins: readonly string[];
  pay(request: PayRequest): Promise<Outcome>;
  capture(asked: Asked): Promise<Outcome>;
  void(asked: Asked): Promise<Outcome>;
  refund(asked: Asked): Promise<Outcome>;
  /** What the gateway knows of an operation. */
  inquire(asked: Asked & { kind: 'pay' | 'charge' | 'capture' | 'void' | 'refund' | 'reverse' }): Promise<Outcome>;
  /** The customer or the clock gave the payment up: it should take nothing more. What it took meanwhile is asked for. */
  abandon(id: string): Promise<void>;
  /** Throws a refusal for a signature that is not the gateway's. */
  readCallback(rawBody: Buffer, headers: Record<string, string | string[] | undefined>, nowMs: number): Callback;
}

export type StepOutcome =
  | ({ kind: 'accepted' } & Facts)
  /** Of a code: worth another try. Of an identity or PIN: the wallet said no. */
  | ({ kind: 'wrong'; expired?: boolean } & Facts)
  | ({ kind: 'refused' | 'unavailable' } & Facts)
  | { kind: 'unknown'; why: string };

export interface IdentityStep extends Asked { nationalId: string; phone: string; orderReference: string; description: string }
export interface TokenSetup { id: string; phone: string; pin: string }

/** A wallet: it also checks who the customer is, sends and takes codes, and keeps tokens. */
export interface WalletProvider extends PaymentProvider {
  /** Opens the payment under `id` for this person, and sends the code. */
  checkIdentity(step: IdentityStep): Promise<StepOutcome>;
  resendCode(id: string, reference: string): Promise<StepOutcome>;
  checkCode(id: string, reference: string, code: string): Promise<StepOutcome>;
  startToken(setup: TokenSetup): Promise<StepOutcome>;
  finishToken(id: string, reference: string, code: string): Promise<StepOutcome & { token?: string }>;
  /** What became of a setup; `wrong` while it waits for a code. */
  inquireToken(id: string): Promise<StepOutcome & { token?: string }>;
  revokeToken(token: string): Promise<void>;
  charge(asked: Asked & { token: string; orderReference: string }): Promise<Outcome>;
}

export function isWallet(provider: PaymentProvider): provider is WalletProvider {
  return 'checkIdentity' in provider;
}
