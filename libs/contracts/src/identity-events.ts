import { TOPICS } from './topics.ts';
import { objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';

export const IDENTITY_EVENT = {
  keyCreated: 'identity.key.created',
  keyRevoked: 'identity.key.revoked',
  secretRotated: 'identity.secret.rotated',
  clientCreated: 'identity.client.created',
  clientRevoked: 'identity.client.revoked',
  clientSecretCreated: 'identity.client.secret.created',
  clientSecretRevoked: 'identity.client.secret.revoked',
} as const;

const key = objectSchema({ key_id: text, prefix: text });
const keySample = { key_id: 'key_1', prefix: 'sk_stage_4fQ' };
const newKey = objectSchema({ key_id: text, prefix: text, scopes: { type: 'array', items: text } }, ['scopes']);
const client = objectSchema({ client_id: text });
const clientSecret = objectSchema({ client_id: text, secret_id: text, prefix: text });
const clientSample = { client_id: 'sa_stage_5f1d7a3b9c2e4680aa55c3d1' };
const clientSecretSample = { ...clientSample, secret_id: 'sec_9c2e46805f1d7a3b', prefix: 'cs_stage_8Kd2x' };

/** `data` never contains a secret: gateways drop what they cached for the account and ask again. */
export const IDENTITY_EVENT_TYPES: EventType[] = [
  {
    name: IDENTITY_EVENT.keyCreated,
    topic: TOPICS.identityEvents,
    summary: 'An API key was created.',
    webhook: false,
    schema: newKey,
    sample: { ...keySample, scopes: ['usage:write', 'meters:read'] },
  },
  {
    name: IDENTITY_EVENT.keyRevoked,
    topic: TOPICS.identityEvents,
    summary: 'An API key was revoked.',
    webhook: false,
    schema: key,
    sample: keySample,
  },
  {
    name: IDENTITY_EVENT.secretRotated,
    topic: TOPICS.identityEvents,
    summary: 'An HMAC secret was rotated; the old one stays valid for 24 h.',
    webhook: false,
    schema: objectSchema({ kind: { enum: ['api', 'webhook'] } }),
    sample: { kind: 'api' },
  },
  {
    name: IDENTITY_EVENT.clientCreated,
    topic: TOPICS.identityEvents,
    summary: 'A service account was created, with its first secret.',
    webhook: false,
    schema: objectSchema({
      client_id: text,
      name: text,
      scopes: { type: 'array', items: text },
      secret_id: text,
      prefix: text,
    }),
    sample: { ...clientSecretSample, name: 'Warehouse', scopes: ['shipments:write', 'shipments:read'] },
  },
  {
    name: IDENTITY_EVENT.clientRevoked,
    topic: TOPICS.identityEvents,
    summary: 'A service account was revoked, with its secrets and tokens.',
    webhook: false,
    schema: client,
    sample: clientSample,
  },
  {
    name: IDENTITY_EVENT.clientSecretCreated,
    topic: TOPICS.identityEvents,
    summary: 'A second secret of a service account was created.',
    webhook: false,
    schema: clientSecret,
    sample: clientSecretSample,
  },
  {
    name: IDENTITY_EVENT.clientSecretRevoked,
    topic: TOPICS.identityEvents,
    summary: 'A secret of a service account was revoked, with the tokens obtained with it.',
    webhook: false,
    schema: clientSecret,
    sample: clientSecretSample,
  },
];
