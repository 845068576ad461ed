import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { withLockedAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import { currentCaller } from '../people/current-caller.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { insertClientSecret } from './client-secret.ts';
import { findServiceAccount } from './find-service-account.ts';
import { ClientSecret, clientSecretView } from './service-account.entity.ts';
import type { ClientSecretAnswer, ServiceAccountAnswer, CreatedClientSecretAnswer } from './service-account.schema.ts';

interface ServiceAccountChange {
  dependencies: IdentityDependencies;
  caller: Principal;
  clientId: string;
}

/** Adds a second secret for a rotation. Both work until one is revoked. */
export function addClientSecret({
  dependencies,
  caller,
  clientId,
}: ServiceAccountChange): Promise<CreatedClientSecretAnswer> {
  return withServiceAccount({ dependencies, caller, clientId }, async (tx, client) => {
    if (client.revoked_at !== null)
      throw conflict('service_account_revoked', 'This service account is revoked. Create another one.');
    const { secretId, prefix, secret } = await insertClientSecret(tx, dependencies.ring, caller, clientId);
    await recordChange(tx, dependencies.ring, caller, {
      action: 'client.secret.created',
      subject: clientId,
      details: { client_id: clientId, secret_id: secretId, prefix },
      eventType: IDENTITY_EVENT.clientSecretCreated,
    });
    return {
      client_id: clientId,
      ...clientSecretView(await tx.findOneByOrFail(ClientSecret, { accountId: caller.accountId, clientId, secretId })),
      client_secret: secret,
    };
  });
}

/**
 * Revokes a secret and its tokens, even the last secret, because a leak must end at once. A repeat gets the same
 * answer.
 */
export function revokeClientSecret(
  { dependencies, caller, clientId }: ServiceAccountChange,
  secretId: string,
): Promise<ClientSecretAnswer> {
  return withServiceAccount({ dependencies, caller, clientId }, async (tx) => {
    const { accountId } = caller;
    const secret = /^\w+$/.test(secretId) ? await tx.findOneBy(ClientSecret, { accountId, clientId, secretId }) : null;
    if (secret === null) throw notFound('secret', secretId);
    if (secret.revokedAt !== null) return clientSecretView(secret);
    await tx.query(
      'UPDATE client_secret SET revoked_at = now() WHERE account_id = $1 AND client_id = $2 AND secret_id = $3',
      [accountId, clientId, secretId],
    );
    await recordChange(tx, dependencies.ring, caller, {
      action: 'client.secret.revoked',
      subject: clientId,
      details: { client_id: clientId, secret_id: secretId, prefix: secret.prefix },
      eventType: IDENTITY_EVENT.clientSecretRevoked,
    });
    return clientSecretView(await tx.findOneByOrFail(ClientSecret, { accountId, clientId, secretId }));
  });
}

/** Revokes a service account, its secrets and its tokens. A repeat gets the same answer. */
export function revokeServiceAccount({
  dependencies,
  caller,
  clientId,
}: ServiceAccountChange): Promise<ServiceAccountAnswer> {
  return withServiceAccount({ dependencies, caller, clientId }, async (tx, client) => {
    if (client.revoked_at !== null) return client;
    const owned = [caller.accountId, clientId];
    await tx.query('UPDATE service_account SET revoked_at = now() WHERE account_id = $1 AND client_id = $2', owned);
    await tx.query(
      'UPDATE client_secret SET revoked_at = now() WHERE account_id = $1 AND client_id = $2 AND revoked_at IS NULL',
      owned,
    );
    await recordChange(tx, dependencies.ring, caller, {
      action: 'client.revoked',
      subject: clientId,
      details: { client_id: clientId },
      eventType: IDENTITY_EVENT.clientRevoked,
    });
    return findServiceAccount(tx, caller, clientId);
  });
}

/**
 * Runs `work` under the account's lock, after the checks that the caller's key is active and the client is its store's.
 */
function withServiceAccount<T>(
  { dependencies, caller, clientId }: ServiceAccountChange,
  work: (tx: EntityManager, client: ServiceAccountAnswer) => Promise<T>,
): Promise<T> {
  return withLockedAccount(dependencies, caller.accountId, async (tx) => {
    await currentCaller(tx, caller);
    return work(tx, await findServiceAccount(tx, caller, clientId));
  });
}
