import type { Json } from '@qafila/testing/http-call';
import type { Method } from '../../src/providers/methods.ts';
import type { SettlementLine } from '../../src/settlement/settlement-line.ts';
import type { PaymentUnderTest } from '../harness.ts';
import type { FakeGateway } from './fake-gateway.ts';
import type { JourneyDisputes } from './journey-disputes.ts';

/** A gateway whose books the journeys compare with ours. */
export interface JourneyGateway {
  type: string;
  method: Method;
  /** What its checkouts have beside the usual. */
  checkout?: Json;
  fake: FakeGateway;
  currencies: readonly (readonly [code: string, decimals: number])[];
  hasManual: boolean;
  /** The service captures what the gateway only authorises. */
  capturesLater?: boolean;
  /** What the customer sends on the gateway's page. */
  forms: { pay: Record<string, string>; decline: Record<string, string> };
  /** Its reports name the fee of a payment before its settlement does. */
  estimatesFees?: boolean;
  /** The requests whose reply may be lost. */
  paths: Readonly<Record<'pay' | 'refund', GatewayRequest> & Partial<Record<'capture' | 'void', GatewayRequest>>>;
  /** Lets the pages expire that no customer is on, where they cannot be cancelled. */
  leavePages?(): Promise<unknown>;
  /** Pays out everything, and returns what the gateway took, gave back, holds for disputes and paid, by currency. */
  settle(): Promise<Record<string, JourneyBook>>;
  /** Its settlement, where it has none that can be read by its API. */
  lines?(): readonly SettlementLine[];
  disputes?: JourneyDisputes;
}

interface GatewayRequest {
  method: string;
  path: string;
}

/** Minor units of one currency. What was taken and not paid out is the gateway's fees. */
export interface JourneyBook {
  captured: bigint;
  refunded: bigint;
  disputed: bigint;
  paidOut: bigint;
}

export interface JourneyWorld {
  payment: PaymentUnderTest;
  gateway: JourneyGateway;
  random: () => number;
  whole(below: number): number;
}

export function major(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
