import type { EntityManager } from 'typeorm';
import { REVIEW_SCOPE } from '@qafila/auth/principal';
import type { Actor } from '../audit/record-change.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { addKey } from './create-key.ts';
import type { CreatedKeyAnswer } from './key.schema.ts';

/** A key for one person who decides in manual review. It can neither create keys nor move money in another way. */
export function addReviewKey(
  tx: EntityManager,
  ring: KeyRing,
  actor: Actor,
  rateLimitPerSecond: number,
): Promise<CreatedKeyAnswer> {
  return addKey(tx, ring, actor, { scopes: ['payments:read', REVIEW_SCOPE], rateLimitPerSecond });
}
