/** What the client knows of an operation, generated from the document. */
export interface OperationTraits {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  auth: 'api-key' | 'token' | 'none';
  /** The platform refuses it without `x-signature`. */
  needsSignature: boolean;
  takesIdempotencyKey: boolean;
  /** Whether a repeat of the same request has no second effect. */
  isRepeatable: boolean;
}
