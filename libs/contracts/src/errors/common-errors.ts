import type { ErrorKinds } from './error-kind.ts';

/** Codes that operations of several services answer. */
export const COMMON_ERRORS = {
  validation_error: {
    status: 400,
    cause: 'A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.',
    remedy: 'Correct the named fields, and send the request again.',
    example: 'amount must be more than zero.',
  },
  unknown_field: {
    status: 400,
    cause: 'The body or the query contains a name that the operation does not have.',
    remedy: 'Use the name that the message suggests, or leave the field out.',
    example: 'refund_amount is not a field of this operation; did you mean refunded_amount?',
  },
  malformed_json: {
    status: 400,
    cause: 'The body is not valid JSON, is not UTF-8, or contains a name twice.',
    remedy: 'Send what a JSON library writes.',
    example: 'This is not valid JSON: a comma or a closing brace is missing.',
  },
  bad_request: {
    status: 400,
    cause: 'The request line or the headers are ambiguous, for instance two lengths of the body.',
    remedy: 'Send the request with an ordinary HTTP client.',
    example: 'The path must not contain an encoded slash.',
  },
  missing_header: {
    status: 401,
    cause: 'The header `x-api-key` or `x-account-id` is missing.',
    remedy: 'Send both headers with every request.',
    example: 'Send the header x-api-key.',
  },
  invalid_header: {
    status: 401,
    cause: 'A header of the authentication is repeated, or contains characters that no key has.',
    remedy: 'Send the header once, with the key as it was shown to you.',
    example: 'The header x-api-key is repeated or is not a plain token.',
  },
  invalid_api_key: {
    status: 401,
    cause: 'The API key does not exist or is revoked.',
    remedy: 'Check for a typo, or use a key that is not revoked.',
    example: 'This API key is not valid. Check for a typo, or use a key that is not revoked.',
  },
  signature_required: {
    status: 401,
    cause: 'The operation, or this store, needs signed requests, and the header `x-signature` is missing.',
    remedy: 'Sign the body with your API HMAC secret.',
    example: 'Send the header x-signature.',
  },
  signature_mismatch: {
    status: 401,
    cause: 'The signature does not belong to the bytes of the body.',
    remedy: 'Sign exactly the bytes that you send. `qafila doctor signature` finds the difference.',
    example: 'The signature in x-signature does not match the body.',
  },
  unauthorized: {
    status: 401,
    cause: 'The request did not come through the gateway.',
    remedy: 'Send it to the public address.',
    example: 'This service is reached through the gateway.',
  },
  account_mismatch: {
    status: 403,
    cause: 'The API key belongs to another account than `x-account-id` names.',
    remedy: 'Send the account id that was shown with the key.',
    example: 'This API key belongs to another account than the one named.',
  },
  mode_mismatch: {
    status: 403,
    cause: 'A stage key was sent to the live address, or a live key to the stage address.',
    remedy: 'Use the key of this address.',
    example: 'This is a live key; this address serves stage.',
  },
  missing_scope: {
    status: 403,
    cause: 'The API key is valid and lacks the scope that the operation needs.',
    remedy: 'Use a key with the scope, or create one.',
    example: 'This API key lacks the scope payments:write.',
  },
  forbidden: {
    status: 403,
    cause: 'The caller may not call this operation.',
    remedy: 'Use the operation that is meant for merchants.',
    example: 'Only the gateway may call this.',
  },
  not_found: {
    status: 404,
    cause: 'The store of the key has no object with this id, or there is no such path.',
    remedy: 'Check the id, the store and the path.',
    example: 'There is no refund "rf_01" in this store.',
  },
  method_not_allowed: {
    status: 405,
    cause: 'The path exists, and has no operation with this method. The header `Allow` lists those it has.',
    remedy: 'Use a method of the header `Allow`.',
    example: 'GET is not possible here. Use POST.',
  },
  conflict: {
    status: 409,
    cause: 'An object with the same unique value already exists.',
    remedy: 'Use another value, or read the existing object.',
    example: 'This already exists.',
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request under this idempotency key is not finished yet.',
    remedy: 'Send the same request again in a moment.',
    example:
      'The first request under this idempotency key is still in progress. Send the same request again in a moment.',
  },
  body_too_large: {
    status: 413,
    cause: 'The body has more bytes than the operation accepts.',
    remedy: 'Send less in one request.',
    example: 'The body is larger than this operation accepts.',
  },
  unsupported_media_type: {
    status: 415,
    cause: 'The body is compressed, or its Content-Type is not `application/json`.',
    remedy: 'Send plain JSON with `Content-Type: application/json`.',
    example: 'Send the body as Content-Type: application/json.',
  },
  idempotency_mismatch: {
    status: 422,
    cause: 'The idempotency key was used with another request in the last 24 hours.',
    remedy: 'Use a new key for a new request.',
    example: 'This idempotency key was used with another request. Use a new key, or send the first request again.',
  },
  rate_limited: {
    status: 429,
    cause: 'The key or the network sends more requests than it may.',
    remedy: 'Wait as long as `Retry-After` says, then send the same request again.',
    example: 'This key may send 100 requests a second.',
  },
  internal_error: {
    status: 500,
    cause: 'A defect of Qafila.',
    remedy: 'Report the request id.',
    example: 'Something failed on our side. The request id finds it in our logs.',
  },
  bad_gateway: {
    status: 502,
    cause: 'The service behind the gateway closed the connection. The request may have been carried out.',
    remedy: 'Send the same request again with the same idempotency key or event id.',
    example: 'The payment service closed the connection; the request may have been carried out.',
  },
  service_unavailable: {
    status: 503,
    cause: 'The service or its database cannot be reached.',
    remedy: 'Wait as long as `Retry-After` says, then send the same request again.',
    example: 'The service cannot reach its database. Send the same request again.',
  },
  timeout: {
    status: 503,
    cause: 'The database took too long for this request.',
    remedy: 'Narrow the request, or send it again.',
    example: 'The request took too long. Narrow it, or send it again.',
  },
  gateway_timeout: {
    status: 504,
    cause: 'The service behind the gateway did not answer in time. The request may have been carried out.',
    remedy: 'Send the same request again with the same idempotency key or event id.',
    example: 'The payment service did not answer in time; the request may have been carried out.',
  },
} as const satisfies ErrorKinds;
