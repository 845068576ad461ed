import type { Refusal } from './refusal.ts';

/** Success envelope of the shipment API (§2.1): `code` is the HTTP status as text. */
export function shipmentSuccess<Data>(code: number, message: string, data: Data): Record<string, unknown> {
  return { code: String(code), status: 'Success', message, data };
}

export type Language = 'en' | 'ar';
export interface UserMessages { en: string; ar: string }
/** What a refusal's details may hold for this dialect: everything that is wrong, and the sentences for whoever looks at a screen. */
export interface ShipmentDetails { violations?: { code: string; field: string; message: string }[]; userMessages?: UserMessages }

/** Error envelope of the shipment API (§2.1): everything that is wrong in the additive `details`, and a `userMessage` in the reader's language. */
export function shipmentError(refusal: Refusal, requestId: string, language: Language = 'en'): Record<string, unknown> {
  const { violations, userMessages } = (refusal.more.details ?? {}) as ShipmentDetails;
  const code = codeOf(refusal.code);
  const one = { code, field: refusal.more.param ?? null, message: refusal.message };
  return {
    errorCode: String(refusal.status), errorMessage: refusal.message, errorStatus: 'Error',
    userMessage: (userMessages ?? USER_MESSAGES[code] ?? otherwise(refusal.status))[language],
    details: (violations ?? [one]).map((violation) => ({ ...violation, request_id: requestId })),
  };
}

/** Of the languages that the reader asks for, the one liked best that we write. */
export function languageOf(accept: string | undefined): Language {
  const liked = (accept ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(parameters.find((one) => one.trim().startsWith('q='))?.trim().slice(2) ?? 1);
    return { tag: tag.trim().split('-')[0], quality };
  }).filter(({ tag, quality }) => (tag === 'en' || tag === 'ar') && quality > 0).sort((a, b) => b.quality - a.quality);
  return liked[0]?.tag === 'ar' ? 'ar' : 'en';
}

/** Where this dialect's word for a thing is another than the platform's own. */
const OWN_WORDS: Record<string, string> = {
  validation_error: 'VALIDATION_FAILED', malformed_json: 'VALIDATION_FAILED', missing_scope: 'SCOPE_MISSING', idempotency_mismatch: 'IDEMPOTENCY_KEY_REUSED',
};

function codeOf(code: string): string {
  return OWN_WORDS[code] ?? code.toUpperCase();
}

const USER_MESSAGES: Record<string, UserMessages> = {
  SHIPMENT_NOT_FOUND: { en: 'This shipment was not found.', ar: 'لم يتم العثور على هذه الشحنة.' },
  NOT_CANCELLABLE: { en: 'This shipment can no longer be cancelled.', ar: 'لم يعد من الممكن إلغاء هذه الشحنة.' },
  RETURN_NOT_ALLOWED: { en: 'Only a delivered shipment can be returned.', ar: 'لا يمكن إرجاع إلا شحنة تم تسليمها.' },
  RETURN_QUANTITY_EXCEEDED: { en: 'More is returned than was delivered.', ar: 'الكمية المرتجعة أكبر من الكمية المسلَّمة.' },
  REFERENCE_DUPLICATE: { en: 'This reference is already in use.', ar: 'هذا الرقم المرجعي مستخدم من قبل.' },
  AWB_NOT_READY: { en: 'The label is not ready yet. Try again shortly.', ar: 'بوليصة الشحن غير جاهزة بعد. حاول مرة أخرى بعد قليل.' },
  TOKEN_MISSING: { en: 'Please sign in.', ar: 'يرجى تسجيل الدخول.' },
  TOKEN_INVALID: { en: 'Please sign in again.', ar: 'يرجى تسجيل الدخول مرة أخرى.' },
  TOKEN_EXPIRED: { en: 'Please sign in again.', ar: 'يرجى تسجيل الدخول مرة أخرى.' },
  SCOPE_MISSING: { en: 'You are not allowed to do this.', ar: 'ليس لديك صلاحية لتنفيذ هذا الإجراء.' },
  INVALID_CLIENT: { en: 'These credentials are not valid.', ar: 'بيانات الاعتماد غير صحيحة.' },
  VALIDATION_FAILED: { en: 'Some details are missing or not valid.', ar: 'بعض البيانات ناقصة أو غير صحيحة.' },
  IDEMPOTENCY_KEY_REUSED: { en: 'This request was already used for something else.', ar: 'سبق استخدام هذا الطلب لغرض آخر.' },
  IDEMPOTENCY_IN_PROGRESS: { en: 'This request is already being carried out.', ar: 'هذا الطلب قيد التنفيذ بالفعل.' },
};

function otherwise(status: number): UserMessages {
  if (status >= 500) return { en: 'Something failed on our side. Please try again.', ar: 'حدث خطأ لدينا. حاول مرة أخرى.' };
  if (status === 429) return { en: 'Too many requests. Please wait a moment.', ar: 'عدد الطلبات كبير جدًا. يرجى الانتظار قليلًا.' };
  return { en: 'The request could not be carried out.', ar: 'تعذر تنفيذ الطلب.' };
}
