import { IsIn } from 'class-validator';
import { SECRET_KINDS } from './hmac-secret.entity.ts';
import type { SecretKind } from './hmac-secret.entity.ts';

/** Body of rotate. */
export class RotateSecretBody {
  @IsIn(SECRET_KINDS)
  kind!: SecretKind;
}
