import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { generateWebhookPrivateKey, generateWebhookSecret, webhookPublicKey } from '@qafila/signing/webhook-signature';
import { LIMITS } from '../limits.ts';
import { addSecret } from './create-endpoint.ts';
import { notifyDispatchers } from './change-endpoint.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { WebhookSecretsAnswer } from './endpoint-secret.schema.ts';
import { EndpointSecret } from './endpoint.entity.ts';
import type { RotateWebhookSecretBody } from './endpoint.schema.ts';
import { openSecret } from './endpoint-secrets.ts';
import { findEndpoint } from './find-endpoints.ts';

export async function showSecrets(store: EndpointStore, owner: Principal, id: string): Promise<WebhookSecretsAnswer> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  return readSecrets(store, store.source.manager, Number(endpointNo));
}

/** The endpoint's hmac secrets that sign now, the current one first. */
export async function signingSecrets(store: EndpointStore, endpointNo: number): Promise<string[]> {
  const { secret, previous } = await readSecrets(store, store.source.manager, endpointNo);
  return [secret, ...previous.map(({ secret: earlier }) => earlier)];
}

/**
 * The new secret signs from now on. The earlier one signs beside it for 24 hours, so that the receiver can change
 * over.
 */
export async function rotateSecret(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: RotateWebhookSecretBody,
): Promise<WebhookSecretsAnswer> {
  const kind = body.kind ?? 'hmac';
  const secret = kind === 'hmac' ? (body.secret ?? generateWebhookSecret()) : generateWebhookPrivateKey();
  return store.source.transaction(async (tx) => {
    const { endpointNo } = await findEndpoint(tx, owner, id, 'locked');
    if (body.end_previous === true)
      await tx.query('DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2', [endpointNo, kind]);
    await tx.query('DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND expires_at < now()', [endpointNo]);
    await tx.query(
      `
        UPDATE endpoint_secret SET expires_at = now() + $3 * interval '1 ms'
          WHERE endpoint_no = $1 AND kind = $2 AND expires_at IS NULL`,
      [endpointNo, kind, LIMITS.secretOverlapMs],
    );
    await addSecret(tx, store, { endpointNo: Number(endpointNo), kind, secret });
    // A proxy might refuse a header with too many signatures, so the oldest secrets end.
    await tx.query(
      `DELETE FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2 AND version <= (
      SELECT max(version) - $3 FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2) - 1`,
      [endpointNo, kind, LIMITS.previousSecretsMax],
    );
    await tx.query('UPDATE endpoint SET revision = revision + 1, updated_at = now() WHERE endpoint_no = $1', [
      endpointNo,
    ]);
    await notifyDispatchers(tx, endpointNo);
    return readSecrets(store, tx, Number(endpointNo));
  });
}

async function readSecrets(store: EndpointStore, db: EntityManager, endpointNo: number): Promise<WebhookSecretsAnswer> {
  const rows = await db
    .getRepository(EndpointSecret)
    .createQueryBuilder('secret')
    .where('endpoint_no = :endpointNo AND (expires_at IS NULL OR expires_at > now())', { endpointNo })
    .orderBy('version', 'DESC')
    .getMany();
  const open = ({ kind, version, ciphertext }: EndpointSecret): string =>
    openSecret(store.masterKey, { endpointNo, kind, version }, ciphertext);
  const hmac = rows.filter(({ kind }) => kind === 'hmac');
  const pair = rows.find(({ kind, expiresAt }) => kind === 'ed25519' && expiresAt === null);
  return {
    secret: hmac
      .filter(({ expiresAt }) => expiresAt === null)
      .map(open)
      .join(''),
    previous: hmac.flatMap((row) =>
      row.expiresAt === null ? [] : [{ secret: open(row), expires_at: row.expiresAt.toISOString() }],
    ),
    public_key: pair === undefined ? null : webhookPublicKey(open(pair)),
  };
}
