import { COMMON_ERRORS } from './errors/common-errors.ts';
import { IDENTITY_ERRORS } from './errors/identity-errors.ts';
import { METERING_ERRORS } from './errors/metering-errors.ts';
import { PAYMENT_ERRORS } from './errors/payment-errors.ts';
import { SHIPMENT_ERRORS } from './errors/shipment-errors.ts';
import { WEBHOOKS_ERRORS } from './errors/webhooks-errors.ts';
import type { ErrorKind } from './errors/error-kind.ts';

const ALL = {
  ...COMMON_ERRORS,
  ...IDENTITY_ERRORS,
  ...METERING_ERRORS,
  ...PAYMENT_ERRORS,
  ...SHIPMENT_ERRORS,
  ...WEBHOOKS_ERRORS,
} as const;

export type ErrorCode = keyof typeof ALL;

/** The one status of a code; of a code that is not a literal, any. */
export type StatusOf<Code extends string> = Code extends ErrorCode ? (typeof ALL)[Code]['status'] : number;

/** The codes that are always answered with this status. */
export type ErrorCodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof ALL)[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

/** Every code that an answer of the public API can contain. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorKind>> = ALL;
