import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import type { UserMessages, Violation } from './body/violations.ts';

interface Reply { status(code: number): Reply; headers(values: Record<string, string>): Reply; send(body: unknown): unknown }
interface Request { id: unknown; headers: Record<string, string | undefined> }

/** The error envelope of §2.1 with everything that is wrong in `details`, and a `userMessage` in the reader's language. */
export function errorBody(refusal: Refusal, { requestId, language }: { requestId: string; language: 'en' | 'ar' }): Record<string, unknown> {
  const { violations, userMessages } = (refusal.more.details ?? {}) as { violations?: Violation[]; userMessages?: UserMessages };
  const one = { code: refusal.code, field: refusal.more.param ?? null, message: refusal.message };
  return {
    errorCode: String(refusal.status), errorMessage: refusal.message, errorStatus: 'Error',
    userMessage: userMessages?.[language] ?? OTHERWISE[refusal.code]?.[language] ?? fallback(refusal.status, language),
    details: (violations ?? [one]).map((violation) => ({ ...violation, request_id: requestId })),
  };
}

/** Of the languages that the reader asks for, the one liked best that we write. */
export function languageOf(accept: string | undefined): 'en' | 'ar' {
  const liked = (accept ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(parameters.find((one) => one.trim().startsWith('q='))?.trim().slice(2) ?? 1);
    return { tag: tag.split('-')[0], quality };
  }).filter(({ tag, quality }) => (tag === 'en' || tag === 'ar') && quality > 0).sort((a, b) => b.quality - a.quality);
  return liked[0]?.tag === 'ar' ? 'ar' : 'en';
}

const OTHERWISE: Record<string, UserMessages> = {
  SHIPMENT_NOT_FOUND: { en: 'This shipment was not found.', ar: 'لم يتم العثور على هذه الشحنة.' },
  NOT_CANCELLABLE: { en: 'This shipment can no longer be cancelled.', ar: 'لم يعد من الممكن إلغاء هذه الشحنة.' },
  RETURN_NOT_ALLOWED: { en: 'Only a delivered shipment can be returned.', ar: 'لا يمكن إرجاع إلا شحنة تم تسليمها.' },
  RETURN_QUANTITY_EXCEEDED: { en: 'More is returned than was delivered.', ar: 'الكمية المرتجعة أكبر من الكمية المسلَّمة.' },
  REFERENCE_DUPLICATE: { en: 'This reference is already in use.', ar: 'هذا الرقم المرجعي مستخدم من قبل.' },
  AWB_NOT_READY: { en: 'The label is not ready yet. Try again shortly.', ar: 'بوليصة الشحن غير جاهزة بعد. حاول مرة أخرى بعد قليل.' },
};

function fallback(status: number, language: 'en' | 'ar'): string {
  if (status >= 500) return language === 'ar' ? 'حدث خطأ لدينا. حاول مرة أخرى.' : 'Something failed on our side. Please try again.';
  return language === 'ar' ? 'تعذر تنفيذ الطلب.' : 'The request could not be carried out.';
}

@Catch()
export class ShipmentFilter implements ExceptionFilter {
  constructor(private readonly onUnforeseen: (error: unknown) => void) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.onUnforeseen(error);
    const request = http.getRequest<Request>();
    const language = languageOf(request.headers['accept-language']);
    const seconds = refusal.more.retryAfterSeconds;
    http.getResponse<Reply>().status(refusal.status)
      .headers({ 'content-language': language, ...(seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }) })
      .send(errorBody(refusal, { requestId: String(request.id), language }));
  }
}
