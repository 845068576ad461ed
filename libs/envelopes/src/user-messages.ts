export type Language = 'en' | 'ar';
type UserMessages = Readonly<Record<Language, string>>;

/** For the person who uses the client: one sentence for each kind of problem, in the order of the codes. */
export function userMessage(codes: readonly string[], status: number, language: Language): string {
  const sentences = codes.map((code) => (USER_MESSAGES[code] ?? otherwise(status))[language]);
  return [...new Set(sentences)].join(' ');
}

const SOME_DETAILS: UserMessages = {
  en: 'Some details are missing or not valid.',
  ar: 'بعض البيانات ناقصة أو غير صحيحة.',
};

/** By the code as the shipment dialect spells it: the problem without the path of the field. */
const USER_MESSAGES: Readonly<Record<string, UserMessages>> = {
  SHIPMENT_NOT_FOUND: { en: 'This shipment was not found.', ar: 'لم يتم العثور على هذه الشحنة.' },
  NOT_CANCELLABLE: { en: 'This shipment can no longer be cancelled.', ar: 'لم يعد من الممكن إلغاء هذه الشحنة.' },
  RETURN_NOT_ALLOWED: { en: 'Only a delivered shipment can be returned.', ar: 'لا يمكن إرجاع إلا شحنة تم تسليمها.' },
  RETURN_QUANTITY_EXCEEDED: {
    en: 'More is returned than was delivered.',
    ar: 'الكمية المرتجعة أكبر من الكمية المسلَّمة.',
  },
  REFERENCE_DUPLICATE: { en: 'This reference is already in use.', ar: 'هذا الرقم المرجعي مستخدم من قبل.' },
  AWB_NOT_READY: {
    en: 'The label is not ready yet. Try again shortly.',
    ar: 'بوليصة الشحن غير جاهزة بعد. حاول مرة أخرى بعد قليل.',
  },
  AWB_BOOKING_FAILED: {
    en: 'The courier did not accept this shipment, so it has no label.',
    ar: 'لم تقبل شركة الشحن هذه الشحنة، لذلك لا توجد لها بوليصة.',
  },
  INSTRUCTION_NOT_POSSIBLE: {
    en: 'This is not possible in the present state of the shipment.',
    ar: 'لا يمكن تنفيذ ذلك في الحالة الحالية للشحنة.',
  },
  INSTRUCTION_OPEN: {
    en: 'An earlier instruction for this shipment is still open.',
    ar: 'ما زالت هناك تعليمات سابقة مفتوحة لهذه الشحنة.',
  },
  INSTRUCTION_NOT_OPEN: { en: 'This instruction has already ended.', ar: 'هذه التعليمات انتهت بالفعل.' },
  INSTRUCTION_NOT_FOUND: { en: 'This instruction was not found.', ar: 'لم يتم العثور على هذه التعليمات.' },
  PICKUP_CUT_OFF: {
    en: 'It is too late to order a driver for this day.',
    ar: 'فات موعد طلب مندوب الاستلام لهذا اليوم.',
  },
  PICKUP_NOT_POSSIBLE: {
    en: 'A driver cannot be ordered for these shipments.',
    ar: 'لا يمكن طلب مندوب استلام لهذه الشحنات.',
  },
  PICKUP_OPEN: {
    en: 'A driver is already ordered for one of these shipments.',
    ar: 'سبق طلب مندوب استلام لإحدى هذه الشحنات.',
  },
  PICKUP_UNDECIDED: {
    en: 'This is not possible in the present state of the pick-up.',
    ar: 'لا يمكن تنفيذ ذلك في الحالة الحالية لطلب الاستلام.',
  },
  PICKUP_NOT_FOUND: { en: 'This pick-up was not found.', ar: 'لم يتم العثور على طلب الاستلام هذا.' },
  MANIFEST_EMPTY: {
    en: 'No shipment is waiting for a manifest.',
    ar: 'لا توجد شحنات بانتظار الإدراج في بيان التسليم.',
  },
  ADDRESS_NOT_FOUND: { en: 'This short address was not found.', ar: 'لم يتم العثور على هذا العنوان المختصر.' },
  ADDRESS_DIRECTORY_MISSING: {
    en: 'Please enter the full address.',
    ar: 'يرجى إدخال العنوان كاملًا.',
  },
  NOTICE_CHANNEL_MISSING: {
    en: 'Messages by this channel are not available.',
    ar: 'الرسائل عبر هذه القناة غير متاحة.',
  },
  MANIFEST_UNDECIDED: {
    en: 'This is not possible in the present state of the manifest.',
    ar: 'لا يمكن تنفيذ ذلك في الحالة الحالية لبيان التسليم.',
  },
  MANIFEST_PARCEL_TAKEN: {
    en: 'The courier has already taken one of these shipments.',
    ar: 'سبق أن استلم الناقل إحدى هذه الشحنات.',
  },
  MANIFEST_NOT_FOUND: { en: 'This manifest was not found.', ar: 'لم يتم العثور على بيان التسليم هذا.' },
  PROOF_NOT_FOUND: {
    en: 'There is no proof of delivery for this shipment yet.',
    ar: 'لا يوجد إثبات تسليم لهذه الشحنة بعد.',
  },
  TOKEN_MISSING: { en: 'Please sign in.', ar: 'يرجى تسجيل الدخول.' },
  TOKEN_INVALID: { en: 'Please sign in again.', ar: 'يرجى تسجيل الدخول مرة أخرى.' },
  TOKEN_EXPIRED: { en: 'Please sign in again.', ar: 'يرجى تسجيل الدخول مرة أخرى.' },
  SCOPE_MISSING: { en: 'You are not allowed to do this.', ar: 'ليس لديك صلاحية لتنفيذ هذا الإجراء.' },
  INVALID_CLIENT: { en: 'These credentials are not valid.', ar: 'بيانات الاعتماد غير صحيحة.' },
  VALIDATION_FAILED: SOME_DETAILS,
  UNKNOWN_FIELD: SOME_DETAILS,
  PHONE_INVALID: { en: 'The phone number is not valid.', ar: 'رقم الهاتف غير صحيح.' },
  COUNTRY_INVALID: { en: 'The country is not known.', ar: 'الدولة غير معروفة.' },
  POSTCODE_INVALID: { en: 'The postal code is not valid for this country.', ar: 'الرمز البريدي غير صحيح لهذه الدولة.' },
  NATIONAL_ADDRESS_REQUIRED: { en: 'A Saudi National Address is required.', ar: 'العنوان الوطني السعودي مطلوب.' },
  AMOUNT_PRECISION: {
    en: 'An amount has more decimals than its currency.',
    ar: 'أحد المبالغ يحتوي على منازل عشرية أكثر مما تسمح به العملة.',
  },
  PRICING_MISMATCH: { en: 'The prices do not add up.', ar: 'مجموع الأسعار غير متطابق.' },
  COD_NOT_ALLOWED: { en: 'Cash on delivery is not possible here.', ar: 'الدفع عند الاستلام غير متاح هنا.' },
  COD_EXCEEDS_TOTAL: {
    en: 'The cash on delivery is more than the total.',
    ar: 'مبلغ الدفع عند الاستلام أكبر من الإجمالي.',
  },
  CUSTOMS_REQUIRED: {
    en: 'Customs details are required for an international shipment.',
    ar: 'البيانات الجمركية مطلوبة للشحنة الدولية.',
  },
  HS_CODE_INVALID: { en: 'A customs tariff code is not valid.', ar: 'رمز التعرفة الجمركية غير صحيح.' },
  SHIPMENT_TYPE_MISMATCH: { en: 'The shipment type does not fit.', ar: 'نوع الشحنة غير مناسب.' },
  PACKAGE_LIMIT: { en: 'The number of packages is not allowed.', ar: 'عدد الطرود غير مسموح به.' },
  COURIER_NOT_FOUND: { en: 'The courier is not available to you.', ar: 'شركة الشحن غير متاحة لك.' },
  COURIER_UNKNOWN: { en: 'The courier is not available to you.', ar: 'شركة الشحن غير متاحة لك.' },
  IDEMPOTENCY_KEY_REUSED: {
    en: 'This request was already used for something else.',
    ar: 'سبق استخدام هذا الطلب لغرض آخر.',
  },
  IDEMPOTENCY_IN_PROGRESS: { en: 'This request is already being carried out.', ar: 'هذا الطلب قيد التنفيذ بالفعل.' },
};

function otherwise(status: number): UserMessages {
  if (status >= 500)
    return { en: 'Something failed on our side. Please try again.', ar: 'حدث خطأ لدينا. حاول مرة أخرى.' };
  if (status === 429)
    return { en: 'Too many requests. Please wait a moment.', ar: 'عدد الطلبات كبير جدًا. يرجى الانتظار قليلًا.' };
  return { en: 'The request could not be carried out.', ar: 'تعذر تنفيذ الطلب.' };
}
