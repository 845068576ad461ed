import { Nested } from '@qafila/schema/object-fields';
import { Choice, Flag } from '@qafila/schema/text-fields';
import {
  AmountMinor,
  CallbackAddress,
  CurrencyCode,
  OptionalPlain,
  Reference,
  WebAddress,
} from '../http/field-rules.ts';
import { CompanyRequest } from '../http/read-fields.ts';

export class AmountB extends CompanyRequest {
  @AmountMinor() value!: bigint;
  @CurrencyCode() currency!: string;
}

/** A cancellation. */
export class ReferenceB extends CompanyRequest {
  @Reference() merchantReference!: string;
}

/** A capture or a refund. */
export class OperationFieldsB extends ReferenceB {
  @Nested(() => AmountB, { description: 'The amount.' }) amount!: AmountB;
}

export class CaptureFieldsB extends OperationFieldsB {
  @Flag({ description: 'Whether the rest is released.', optional: true }) finalCapture?: boolean;
}

export class OrderFieldsB extends OperationFieldsB {
  @Choice(['SALE', 'AUTHORIZE'], { description: 'Whether to capture at once.' }) intent!: 'SALE' | 'AUTHORIZE';
  @WebAddress('Where the customer continues.') redirectUrl!: string;
  @CallbackAddress() notificationUrl?: string;
  @OptionalPlain("The merchant's name of the order.") orderReference?: string;
  @OptionalPlain('The language of the page.') locale?: string;
}
