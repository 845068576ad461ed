import type { Refusal } from './refusal.ts';
import { userMessage } from './user-messages.ts';
import type { Language } from './user-messages.ts';

/** Success envelope of the shipment API (§2.1): `code` is the HTTP status as text. */
export function shipmentSuccess<Data>(code: number, message: string, data: Data): Record<string, unknown> {
  return { code: String(code), status: 'Success', message, data };
}

/**
 * Error envelope of the shipment API (§2.1): the additive `details` lists all violations, and `userMessage` is in the
 * language of the client.
 */
export function shipmentError(refusal: Refusal, requestId: string, language: Language = 'en'): Record<string, unknown> {
  const violations = refusal.violations?.map(({ code: ofOne, ...rest }) => ({
    code: shipmentCode(ofOne),
    ...rest,
  }));
  const code = shipmentCode(refusal.code);
  const single = { code, field: refusal.more.param ?? null, message: refusal.message };
  return {
    errorCode: String(refusal.status),
    errorMessage: refusal.message,
    errorStatus: 'Error',
    userMessage: userMessage(violations?.map((violation) => violation.code) ?? [code], refusal.status, language),
    details: (violations ?? [single]).map((violation) => ({ ...violation, request_id: requestId })),
  };
}

/** The supported language that the client prefers most. */
export function languageOf(accept: string | undefined): Language {
  const preferred = (accept ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.trim().split('-')[0], quality };
    })
    .filter(({ tag, quality }) => (tag === 'en' || tag === 'ar') && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferred[0]?.tag === 'ar' ? 'ar' : 'en';
}

/** Error codes that this dialect spells differently from the rest of the platform. */
const DIALECT_CODES: Record<string, string> = {
  validation_error: 'VALIDATION_FAILED',
  malformed_json: 'VALIDATION_FAILED',
  missing_scope: 'SCOPE_MISSING',
  idempotency_mismatch: 'IDEMPOTENCY_KEY_REUSED',
};

/** The code as this dialect spells it. */
export function shipmentCode(code: string): string {
  return DIALECT_CODES[code] ?? code.toUpperCase();
}
