import { PAYMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { HmacController } from './hmac/hmac.controller.ts';
import { StoreSecretsController } from './hmac/store-secrets.controller.ts';
import { ResolveKeyController } from './key-resolution/resolve-key.controller.ts';
import { KeysController } from './keys/keys.controller.ts';
import { ResolveClientController } from './service-accounts/resolve-client.controller.ts';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.ts';
import { TokenController } from './tokens/token.controller.ts';

export const CONTROLLERS = [
  HmacController,
  KeysController,
  ResolveKeyController,
  ResolveClientController,
  ServiceAccountsController,
  StoreSecretsController,
  TokenController,
];

/** What the reference says of this service. */
export const IDENTITY_API: ServiceDescription = {
  service: 'identity',
  dialect: PAYMENT_DIALECT,
  controllers: CONTROLLERS,
  pathParameters: {
    key_id: { description: 'The id of the key.', example: 'key_9f86d081884c7d65' },
    client_id: { description: 'The client id of the service account.', example: 'sa_stage_5f1d7a3b9c2e4680aa55c3d1' },
    secret_id: { description: 'The id of the secret.', example: 'sec_4680aa55c3d15f1d' },
  },
};
