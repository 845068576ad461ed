import { CLIENT_SCOPES, MERCHANT_KEY_SCOPES, PERSON_SCOPES, REVIEW_SCOPE } from './principal.ts';
import type { Role, Scope } from './principal.ts';

const READS: Scope[] = [
  'meters:read',
  'payments:read',
  'shipments:read',
  'webhooks:read',
  'keys:read',
  'team:read',
  'store:read',
];

/**
 * What each role of a person allows; the services enforce it (decision 0035). A developer can create keys that take
 * payments, so the role names what it can do anyway. `payments:resolve` is in no role.
 */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: [...MERCHANT_KEY_SCOPES, ...CLIENT_SCOPES, ...PERSON_SCOPES],
  developer: [...MERCHANT_KEY_SCOPES, ...CLIENT_SCOPES, 'team:read', 'store:write', 'store:read', 'audit:read'],
  finance: [...READS, 'payments:write', 'audit:read'],
  support: [...READS, 'shipments:write'],
  viewer: READS,
};

/** The scopes of a person: those of the role, and manual review where the operator granted it (decision 0018). */
export function scopesOf(role: Role, mayReview: boolean): Scope[] {
  return mayReview ? [...ROLE_SCOPES[role], REVIEW_SCOPE] : [...ROLE_SCOPES[role]];
}
