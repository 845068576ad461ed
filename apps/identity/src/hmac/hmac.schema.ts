import { Flag, Choice, Text } from '@qafila/schema/text-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Whole } from '@qafila/schema/number-fields';
import { SECRET_KINDS } from './hmac-secret.entity.ts';
import type { SecretKind } from './hmac-secret.entity.ts';

const KIND = '`api` signs requests (`x-signature`), `webhook` signs what Qafila sends to you (`X-Signature`).';
const VERSION = { description: 'Counts the secrets of this kind.', example: 2, min: 1, max: 2_147_483_647 };

/** Body of rotate. */
export class RotateSecretBody {
  @Choice(SECRET_KINDS, { description: `Which secret is replaced. ${KIND}` })
  kind!: SecretKind;
}

/** Body of the webhooks service's request. */
export class StoreSecretsBody {
  @Text({ description: 'The account.', charactersMin: 0, charactersMax: 64 })
  account_id!: string;

  @Text({ description: 'The store.', charactersMin: 0, charactersMax: 64 })
  store_id!: string;
}

/** A new secret. The answer shows it only once. */
export class RotatedSecretAnswer {
  @Choice(SECRET_KINDS, { description: KIND })
  kind!: SecretKind;

  @Whole(VERSION)
  version!: number;

  @Text({ description: 'The secret, as hexadecimal text. It is the key of HMAC as it stands.', example: '5f1d7a3b…' })
  secret!: string;

  @Moment({
    description: 'Until when the previous secret is accepted too; null when there was none.',
    nullable: true,
  })
  previous_expires_at!: string | null;
}

/** A version and its expiry, without the secret. */
export class SecretAnswer {
  @Choice(SECRET_KINDS, { description: KIND })
  kind!: SecretKind;

  @Whole(VERSION)
  version!: number;

  @Flag({ description: 'Whether this is the secret to sign with.', example: true })
  current!: boolean;

  @Moment({ description: 'When the secret was made.' })
  created_at!: string;

  @Moment({ description: 'When a replaced secret ends; null for the current one.', example: null, nullable: true })
  expires_at!: string | null;
}

/** Answer of list. */
export class SecretsAnswer {
  @List(nestedRule(() => SecretAnswer), {
    description: 'The secrets that are accepted now, the newest first in each kind.',
    itemsMax: 4,
  })
  items!: SecretAnswer[];
}
