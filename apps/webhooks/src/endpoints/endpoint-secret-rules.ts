import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { invalid } from '@qafila/envelopes/refusal';
import { generateWebhookPrivateKey, webhookPublicKey } from '@qafila/signing/webhook-signature';
import { LIMITS } from '../limits.ts';
import { addSecret } from './create-endpoint.ts';
import { tellDispatchers } from './change-endpoint.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { RotateSecretBody } from './endpoint.schema.ts';
import { secretOrNew } from './endpoint-rules.ts';
import { openSecret } from './endpoint-secrets.ts';
import type { SecretKind } from './endpoint-secrets.ts';
import { findEndpoint } from './find-endpoints.ts';

/** The secrets that sign now: the current one, and those that sign beside it until they expire. */
export interface EndpointSecrets { secret: string; previous: { secret: string; expires_at: string }[]; public_key: string | null }

interface Row { kind: SecretKind; version: number; ciphertext: Buffer; expires_at: Date | null }

export async function showSecrets(store: EndpointStore, owner: Principal, id: string): Promise<EndpointSecrets> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  return readSecrets(store, store.source.manager, Number(endpointNo));
}

/** The endpoint's hmac secrets that sign now, the current one first. */
export async function signingSecrets(store: EndpointStore, endpointNo: number): Promise<string[]> {
  const { secret, previous } = await readSecrets(store, store.source.manager, endpointNo);
  return [secret, ...previous.map((one) => one.secret)];
}

/** The new secret signs from now on; the one before signs beside it for 24 hours, so that the receiver can change over without a gap. */
export async function rotateSecret(store: EndpointStore, owner: Principal, id: string, body: RotateSecretBody): Promise<EndpointSecrets> {
  const kind = body.kind ?? 'hmac';
  if (kind === 'ed25519' && body.secret !== undefined) throw invalid('secret', 'secret goes with kind hmac: an ed25519 pair is always made here.');
  const secret = kind === 'hmac' ? secretOrNew(body.secret) : generateWebhookPrivateKey();
  return store.source.transaction(async (tx) => {
    const { endpointNo } = await findEndpoint(tx, owner, id, 'locked');
    if (body.end_previous === true) await tx.query('DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2', [endpointNo, kind]);
    await tx.query('DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND expires_at < now()', [endpointNo]);
    await tx.query("UPDATE endpoint_secret SET expires_at = now() + $3 * interval '1 ms' WHERE endpoint_no = $1 AND kind = $2 AND expires_at IS NULL",
      [endpointNo, kind, LIMITS.secretOverlapMs]);
    await addSecret(tx, store, { endpointNo: Number(endpointNo), kind, secret });
    // So many signatures in one header that a proxy might refuse it: the oldest go first.
    await tx.query(`DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2 AND version <= (
      SELECT max(version) - $3 FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2) - 1`, [endpointNo, kind, LIMITS.previousSecretsMax]);
    await tx.query('UPDATE endpoint SET revision = revision + 1, updated_at = now() WHERE endpoint_no = $1', [endpointNo]);
    await tellDispatchers(tx, endpointNo);
    return readSecrets(store, tx, Number(endpointNo));
  });
}

async function readSecrets(store: EndpointStore, db: EntityManager, endpointNo: number): Promise<EndpointSecrets> {
  const rows = await db.query<Row[]>(
    'SELECT kind, version, ciphertext, expires_at FROM endpoint_secret WHERE endpoint_no = $1 AND (expires_at IS NULL OR expires_at > now()) ORDER BY version DESC', [endpointNo]);
  const open = ({ kind, version, ciphertext }: Row): string => openSecret(store.masterKey, { endpointNo, kind, version }, ciphertext);
  const hmac = rows.filter(({ kind }) => kind === 'hmac');
  const pair = rows.find(({ kind, expires_at: end }) => kind === 'ed25519' && end === null);
  return {
    secret: hmac.filter(({ expires_at: end }) => end === null).map(open).join(''),
    previous: hmac.flatMap((row) => (row.expires_at === null ? [] : [{ secret: open(row), expires_at: row.expires_at.toISOString() }])),
    public_key: pair === undefined ? null : webhookPublicKey(open(pair)),
  };
}
