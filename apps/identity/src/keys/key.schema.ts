import { KEY_SCOPES } from '@qafila/auth/principal';
import type { KeyScope, Principal } from '@qafila/auth/principal';
import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, choiceRule, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

const SCOPES = { itemsMin: 1, itemsMax: KEY_SCOPES.length, unique: true, example: ['payments:write', 'payments:read'] };

/** Body of create. */
export class CreateKeyBody {
  @List(choiceRule(KEY_SCOPES), {
    ...SCOPES,
    description: "What the new key may do; never more than the caller's key. Left out: the same as the caller's key.",
    optional: true,
  })
  scopes?: KeyScope[];
}

/** A key in lists. */
export class KeyAnswer {
  @Text({ description: 'The id of the key. It is not secret.', example: 'key_9f86d081884c7d65' })
  key_id!: string;

  @Text({ description: 'The first characters of the key, to recognise it.', example: 'sk_stage_9f86d' })
  prefix!: string;

  @Choice(['stage', 'live'], { description: 'The mode in which the key works.' })
  mode!: Principal['mode'];

  @List(choiceRule(KEY_SCOPES), { ...SCOPES, description: 'What the key may do.' })
  scopes!: KeyScope[];

  @Whole({
    description: 'How many requests the key may send in a second.',
    example: LIMITS.rateLimitPerSecondDefault,
    min: 1,
    max: LIMITS.rateLimitPerSecondMax,
  })
  rate_limit_per_second!: number;

  @Moment({ description: 'When the key was created.' })
  created_at!: string;

  @Moment({ description: 'When the key was last used, to the minute; null before its first use.', nullable: true })
  last_used_at!: string | null;

  @Moment({ description: 'When the key was revoked; null while it works.', example: null, nullable: true })
  revoked_at!: string | null;
}

/** A new key. The answer shows it only once. */
export class CreatedKeyAnswer extends KeyAnswer {
  @Text({ description: 'The secret key, for the header `x-api-key`. It is shown only once.', example: 'sk_stage_…' })
  api_key!: string;
}

/** Answer of list. */
export class KeysAnswer {
  @List(nestedRule(() => KeyAnswer), {
    description: 'Active keys first, then the newest.',
    itemsMax: LIMITS.keysListedMax,
  })
  items!: KeyAnswer[];
}
