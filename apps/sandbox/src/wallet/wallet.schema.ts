import {
  AmountMinor,
  CallbackAddress,
  CurrencyCode,
  Digits,
  OptionalPlain,
  Plain,
  Reference,
} from '../http/field-rules.ts';
import { CompanyRequest } from '../http/read-fields.ts';

/** Fields of every opening. */
class OpeningFields extends CompanyRequest {
  @Reference() merchant_reference!: string;
  @Digits({ min: 7, max: 15 }, "The phone of the customer's wallet.") phone!: string;
  @CallbackAddress() callback_url?: string;
  @OptionalPlain("The merchant's name of the order.") order_reference?: string;
}

export class BnplFields extends OpeningFields {
  @AmountMinor() amount_minor!: bigint;
  @CurrencyCode() currency!: string;
  @Digits({ min: 5, max: 20 }, "The customer's identity number.") national_id!: string;
}

export class SubscriptionFields extends OpeningFields {
  @Digits({ min: 4, max: 8 }, "The wallet's PIN.") pin!: string;
}

export class CodeFields extends CompanyRequest {
  @Digits({ min: 1, max: 10 }, 'The code that the customer typed.') otp!: string;
  @OptionalPlain('A code that is sent again under the same id is counted once.') step_id?: string;
}

export class TokenFields extends CompanyRequest {
  @Plain('The token of an active subscription.') token!: string;
}

export class ChargeFields extends TokenFields {
  @Reference() merchant_reference!: string;
  @AmountMinor() amount_minor!: bigint;
  @CurrencyCode() currency!: string;
  @CallbackAddress() callback_url?: string;
  @OptionalPlain("The merchant's name of the order.") order_reference?: string;
}

export class ReversalFields extends CompanyRequest {
  @Reference() merchant_reference!: string;
  @Reference() original_reference!: string;
}

export class RefundFields extends ReversalFields {
  @AmountMinor() amount_minor!: bigint;
  @CurrencyCode() currency!: string;
}
