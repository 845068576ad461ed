import type { ErrorKinds } from './error-kind.ts';

/** Codes of the identity service. The token endpoints answer them under the names of RFC 6749 (decision 0014). */
export const IDENTITY_ERRORS = {
  invalid_request: {
    status: 400,
    param: 'companyCode',
    cause: 'A parameter of the token request is missing, unknown, sent twice, or not a text.',
    remedy: 'Send clientId, clientSecret, grantType and companyCode, and optionally scope.',
    example: 'Send companyCode, as the service account shows it.',
  },
  unsupported_grant_type: {
    status: 400,
    param: 'grantType',
    cause: 'The grant is not `client_credentials`.',
    remedy: 'Send `client_credentials`.',
    example: 'grantType must be client_credentials.',
  },
  invalid_scope: {
    status: 400,
    param: 'scope',
    cause: 'The service account does not have the requested scope.',
    remedy: 'Leave `scope` out, or name scopes of the service account.',
    example: 'This client can request these scopes, separated by spaces: shipments:write shipments:read',
  },
  invalid_client: {
    status: 401,
    cause: 'Client id, secret and company code do not belong together, or one is revoked.',
    remedy: 'Send them as the service account shows them.',
    example:
      'The client could not be authenticated. Check client id, secret and company code, and that neither is revoked.',
  },
  not_signed_in: {
    status: 401,
    cause: 'The portal has no session of a person, or the session has ended.',
    remedy: 'Sign in again.',
    example: 'You are not signed in, or your session has ended. Sign in again.',
  },
  wrong_credentials: {
    status: 401,
    cause: 'The e-mail address, the password or the code of a person is wrong.',
    remedy: 'Check them, or ask for a link to set another password.',
    example: 'The e-mail address or the password is wrong.',
  },
  no_account: {
    status: 403,
    cause: 'The person belongs to no account.',
    remedy: 'Ask an owner of the account for an invitation.',
    example: 'You belong to no account. Ask an owner of your account for an invitation.',
  },
  csrf_refused: {
    status: 403,
    cause: 'The request of a browser does not come from a page of the portal that shows the present store.',
    remedy: 'Load the page again.',
    example: 'This page shows another store than the one in which you work now. Load it again.',
  },
  reauthentication_required: {
    status: 403,
    cause: 'A person asks to see a secret or to move money, and proved who they are more than 10 minutes ago.',
    remedy: 'Confirm the session by the password, and repeat the request. Programs never get this code.',
    example: 'You proved who you are more than 10 minutes ago. Confirm it again, and repeat the request.',
  },
  too_many_keys: {
    status: 409,
    cause: 'The store has two active API keys.',
    remedy: 'Revoke one of them first.',
    example: 'This store has 2 active API keys already. Revoke one of them first.',
  },
  last_active_key: {
    status: 409,
    cause: 'The key is the last active one of the store.',
    remedy: 'Create another one first.',
    example: "This is the store's last active API key. Create another one first.",
  },
  too_many_service_accounts: {
    status: 409,
    cause: 'The store has ten service accounts.',
    remedy: 'Revoke one of them first.',
    example: 'This store has 10 service accounts already. Revoke one of them first.',
  },
  too_many_secrets: {
    status: 409,
    cause: 'The service account has two live secrets.',
    remedy: 'Revoke one of them first.',
    example: 'This service account has 2 live secrets already. Revoke one of them first.',
  },
  service_account_revoked: {
    status: 409,
    cause: 'The service account is revoked.',
    remedy: 'Create another one.',
    example: 'This service account is revoked. Create another one.',
  },
  too_many_attempts: {
    status: 429,
    cause: 'The client or the person failed too often from this network, or too many failed for one person.',
    remedy: 'Correct the credentials, and wait as long as `Retry-After` says.',
    example: 'Too many failed attempts for this client from this network. Wait, and check the credentials.',
  },
} as const satisfies ErrorKinds;
