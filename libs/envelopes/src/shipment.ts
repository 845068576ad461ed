import type { Refusal } from './refusal.ts';

/** Success envelope of the shipment API (§2.1): `code` is the HTTP status as text. */
export function shipmentSuccess<Data>(code: number, message: string, data: Data): Record<string, unknown> {
  return { code: String(code), status: 'Success', message, data };
}

/** Error envelope of the shipment API (§2.1), with the additive `details`. This dialect writes its codes in capitals. */
export function shipmentError(refusal: Refusal, requestId: string): Record<string, unknown> {
  return {
    errorCode: String(refusal.status),
    errorMessage: refusal.message,
    errorStatus: 'Error',
    userMessage: refusal.message,
    details: [{ code: refusal.code.toUpperCase(), field: refusal.more.param ?? null, message: refusal.message, request_id: requestId }],
  };
}
