import { Choice } from '@qafila/schema/text-fields';
import {
  AmountMinor,
  CallbackAddress,
  CurrencyCode,
  OptionalPlain,
  Reference,
  WebAddress,
} from '../http/field-rules.ts';
import { CompanyRequest } from '../http/read-fields.ts';

/** A void, and the query of an inquiry. */
export class ReferenceA extends CompanyRequest {
  @Reference() merchant_reference!: string;
}

/** A capture or a refund. */
export class OperationFieldsA extends ReferenceA {
  @AmountMinor() amount!: bigint;
}

export class PaymentFieldsA extends OperationFieldsA {
  @CurrencyCode() currency!: string;
  @Choice(['true', 'false'], { description: 'False only authorises.', optional: true }) capture?: 'true' | 'false';
  @WebAddress('Where the customer continues.') return_url!: string;
  @CallbackAddress() callback_url?: string;
  @OptionalPlain("The merchant's name of the order.") order_reference?: string;
  @OptionalPlain('The language of the page.') language?: string;
}
