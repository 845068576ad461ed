import { PAYMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { HmacController } from './hmac/hmac.controller.ts';
import { StoreSecretsController } from './hmac/store-secrets.controller.ts';
import { ConfirmSessionController } from './sessions/confirm-session.controller.ts';
import { ResolveSessionController } from './sessions/resolve-session.controller.ts';
import { SessionController } from './sessions/session.controller.ts';
import { SignInController } from './sessions/sign-in.controller.ts';
import { ResolveKeyController } from './key-resolution/resolve-key.controller.ts';
import { KeysController } from './keys/keys.controller.ts';
import { ResolveClientController } from './service-accounts/resolve-client.controller.ts';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.ts';
import { TokenController } from './tokens/token.controller.ts';

/** The operations of the API. */
const API_CONTROLLERS = [
  HmacController,
  KeysController,
  ResolveKeyController,
  ResolveClientController,
  ResolveSessionController,
  ServiceAccountsController,
  StoreSecretsController,
  TokenController,
];

/** What the portal's pages call, on behalf of the person who is signed in. */
const PORTAL_CONTROLLERS = [SignInController, SessionController, ConfirmSessionController];

export const CONTROLLERS = [...API_CONTROLLERS, ...PORTAL_CONTROLLERS];

/** What the reference says of this service. */
export const IDENTITY_API: ServiceDescription = {
  service: 'identity',
  dialect: PAYMENT_DIALECT,
  controllers: API_CONTROLLERS,
  pathParameters: {
    key_id: { description: 'The id of the key.', example: 'key_9f86d081884c7d65' },
    client_id: { description: 'The client id of the service account.', example: 'sa_stage_5f1d7a3b9c2e4680aa55c3d1' },
    secret_id: { description: 'The id of the secret.', example: 'sec_4680aa55c3d15f1d' },
  },
};

/** The operations of the portal. They are no part of the public reference: no program of a merchant can call them. */
export const PORTAL_API: ServiceDescription = {
  service: 'portal',
  dialect: { ...PAYMENT_DIALECT, credential: 'role', callerErrors: ['not_signed_in', 'missing_scope', 'csrf_refused'] },
  controllers: PORTAL_CONTROLLERS,
  pathParameters: {},
};
