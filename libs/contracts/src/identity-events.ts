import { TOPICS } from './topics.ts';
import { objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';

export const IDENTITY_EVENT = {
  keyCreated: 'identity.key.created',
  keyRevoked: 'identity.key.revoked',
  secretRotated: 'identity.secret.rotated',
} as const;

const key = objectSchema({ key_id: text, prefix: text });
const keySample = { key_id: 'key_1', prefix: 'sk_stage_4fQ' };
const newKey = objectSchema({ key_id: text, prefix: text, scopes: { type: 'array', items: text } }, ['scopes']);

/** Never a secret in `data`: gateways drop what they cached for the account and ask again. */
export const IDENTITY_EVENT_TYPES: EventType[] = [
  { name: IDENTITY_EVENT.keyCreated, topic: TOPICS.identityEvents, summary: 'An API key was created.', webhook: false,
    schema: newKey, sample: { ...keySample, scopes: ['usage:write', 'meters:read'] } },
  { name: IDENTITY_EVENT.keyRevoked, topic: TOPICS.identityEvents, summary: 'An API key was revoked.', webhook: false, schema: key, sample: keySample },
  { name: IDENTITY_EVENT.secretRotated, topic: TOPICS.identityEvents, summary: 'An HMAC secret was rotated; the old one lives 24 h more.',
    webhook: false, schema: objectSchema({ kind: { enum: ['api', 'webhook'] } }), sample: { kind: 'api' } },
];
