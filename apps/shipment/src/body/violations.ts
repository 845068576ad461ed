import { Refusal } from '@qafila/envelopes/refusal';
import type { ShipmentDetails, UserMessages } from '@qafila/envelopes/shipment';
import { LIMITS } from '../limits.ts';

export const VIOLATION_CODES = [
  'VALIDATION_FAILED', 'PHONE_INVALID', 'COUNTRY_INVALID', 'POSTCODE_INVALID', 'NATIONAL_ADDRESS_REQUIRED', 'AMOUNT_PRECISION', 'PRICING_MISMATCH',
  'COD_NOT_ALLOWED', 'COD_EXCEEDS_TOTAL', 'CUSTOMS_REQUIRED', 'HS_CODE_INVALID', 'SHIPMENT_TYPE_MISMATCH', 'PACKAGE_LIMIT', 'COURIER_UNKNOWN',
] as const;
export type ViolationCode = (typeof VIOLATION_CODES)[number];

/** For whoever looks at a screen: what is wrong, without the field's path. */
const FOR_PEOPLE: Record<ViolationCode, { en: string; ar: string }> = {
  VALIDATION_FAILED: { en: 'Some details are missing or not valid.', ar: 'بعض البيانات ناقصة أو غير صحيحة.' },
  PHONE_INVALID: { en: 'The phone number is not valid.', ar: 'رقم الهاتف غير صحيح.' },
  COUNTRY_INVALID: { en: 'The country is not known.', ar: 'الدولة غير معروفة.' },
  POSTCODE_INVALID: { en: 'The postal code is not valid for this country.', ar: 'الرمز البريدي غير صحيح لهذه الدولة.' },
  NATIONAL_ADDRESS_REQUIRED: { en: 'A Saudi National Address is required.', ar: 'العنوان الوطني السعودي مطلوب.' },
  AMOUNT_PRECISION: { en: 'An amount has more decimals than its currency.', ar: 'أحد المبالغ يحتوي على منازل عشرية أكثر مما تسمح به العملة.' },
  PRICING_MISMATCH: { en: 'The prices do not add up.', ar: 'مجموع الأسعار غير متطابق.' },
  COD_NOT_ALLOWED: { en: 'Cash on delivery is not possible here.', ar: 'الدفع عند الاستلام غير متاح هنا.' },
  COD_EXCEEDS_TOTAL: { en: 'The cash on delivery is more than the total.', ar: 'مبلغ الدفع عند الاستلام أكبر من الإجمالي.' },
  CUSTOMS_REQUIRED: { en: 'Customs details are required for an international shipment.', ar: 'البيانات الجمركية مطلوبة للشحنة الدولية.' },
  HS_CODE_INVALID: { en: 'A customs tariff code is not valid.', ar: 'رمز التعرفة الجمركية غير صحيح.' },
  SHIPMENT_TYPE_MISMATCH: { en: 'The shipment type does not fit.', ar: 'نوع الشحنة غير مناسب.' },
  PACKAGE_LIMIT: { en: 'The number of packages is not allowed.', ar: 'عدد الطرود غير مسموح به.' },
  COURIER_UNKNOWN: { en: 'The courier is not available to you.', ar: 'شركة الشحن غير متاحة لك.' },
};

export interface Violation { code: ViolationCode; field: string; message: string }

/** Collects everything that is wrong with a body, so that its sender mends it in one go. */
export class Violations {
  readonly all: Violation[] = [];

  add(code: ViolationCode, field: string, message: string): undefined {
    if (this.all.length < LIMITS.violationsMax) this.all.push({ code, field, message: `${field}: ${message}` });
    return undefined;
  }

  /** Throws one 400 that tells them all. */
  check(): void {
    const [first] = this.all;
    if (first === undefined) return;
    const rest = this.all.length === 1 ? '' : ` (and ${this.all.length - 1} more, see details)`;
    throw new Refusal(400, first.code, `${first.message}${rest}`, { param: first.field, details: { violations: this.all, userMessages: userMessages(this.all) } satisfies ShipmentDetails });
  }
}

/** One sentence for each kind of violation. */
export function userMessages(all: readonly Violation[]): UserMessages {
  const kinds = [...new Set(all.map((one) => one.code))];
  return { en: kinds.map((code) => FOR_PEOPLE[code].en).join(' '), ar: kinds.map((code) => FOR_PEOPLE[code].ar).join(' ') };
}
