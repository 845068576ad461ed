import { IsIn, IsString, MaxLength } from 'class-validator';
import { SECRET_KINDS } from './hmac-secret.entity.ts';
import type { SecretKind } from './hmac-secret.entity.ts';

/** Body of rotate. */
export class RotateSecretBody {
  @IsIn(SECRET_KINDS)
  kind!: SecretKind;
}

/** Body of the webhooks service's question. */
export class StoreSecretsBody {
  @IsString() @MaxLength(64)
  account_id!: string;

  @IsString() @MaxLength(64)
  store_id!: string;
}
