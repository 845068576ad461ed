import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { inAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import { callingKey } from '../keys/calling-key.ts';
import type { Vault } from '../vault/vault.ts';
import { insertClientSecret } from './client-secret.ts';
import { findServiceAccount } from './find-service-account.ts';
import { ClientSecret, clientSecretView } from './service-account.entity.ts';
import type { ClientSecretView, ServiceAccountView } from './service-account.entity.ts';

/** A new secret, shown this once. */
export interface CreatedClientSecret extends ClientSecretView { client_id: string; client_secret: string }

interface Change { vault: Vault; caller: Principal; clientId: string }

/** A second secret, to change to: both work until one is revoked. */
export function addClientSecret({ vault, caller, clientId }: Change): Promise<CreatedClientSecret> {
  return changing({ vault, caller, clientId }, async (tx, client) => {
    if (client.revoked_at !== null) throw conflict('service_account_revoked', 'This service account is revoked. Create another one.');
    const { secretId, prefix, secret } = await insertClientSecret(tx, vault.ring, caller, clientId);
    await recordChange(tx, vault.ring, caller, {
      action: 'client.secret.created', subject: clientId, details: { client_id: clientId, secret_id: secretId, prefix }, eventType: IDENTITY_EVENT.clientSecretCreated,
    });
    return { client_id: clientId, ...clientSecretView(await tx.findOneByOrFail(ClientSecret, { accountId: caller.accountId, clientId, secretId })), client_secret: secret };
  });
}

/** Ends a secret and the tokens that were obtained with it; also the last one, for a leak must not wait for its successor. Again: the same answer. */
export function revokeClientSecret({ vault, caller, clientId }: Change, secretId: string): Promise<ClientSecretView> {
  return changing({ vault, caller, clientId }, async (tx) => {
    const { accountId } = caller;
    const secret = /^\w+$/.test(secretId) ? await tx.findOneBy(ClientSecret, { accountId, clientId, secretId }) : null;
    if (secret === null) throw notFound('secret', secretId);
    if (secret.revokedAt !== null) return clientSecretView(secret);
    await tx.query('UPDATE client_secret SET revoked_at = now() WHERE account_id = $1 AND client_id = $2 AND secret_id = $3', [accountId, clientId, secretId]);
    await recordChange(tx, vault.ring, caller, {
      action: 'client.secret.revoked', subject: clientId, details: { client_id: clientId, secret_id: secretId, prefix: secret.prefix }, eventType: IDENTITY_EVENT.clientSecretRevoked,
    });
    return clientSecretView(await tx.findOneByOrFail(ClientSecret, { accountId, clientId, secretId }));
  });
}

/** Ends a service account, its secrets and its tokens. Again: the same answer. */
export function revokeServiceAccount({ vault, caller, clientId }: Change): Promise<ServiceAccountView> {
  return changing({ vault, caller, clientId }, async (tx, client) => {
    if (client.revoked_at !== null) return client;
    const owned = [caller.accountId, clientId];
    await tx.query('UPDATE service_account SET revoked_at = now() WHERE account_id = $1 AND client_id = $2', owned);
    await tx.query('UPDATE client_secret SET revoked_at = now() WHERE account_id = $1 AND client_id = $2 AND revoked_at IS NULL', owned);
    await recordChange(tx, vault.ring, caller, { action: 'client.revoked', subject: clientId, details: { client_id: clientId }, eventType: IDENTITY_EVENT.clientRevoked });
    return findServiceAccount(tx, caller, clientId);
  });
}

/** Under the account's lock, by a key that is still good, on a service account of its store. */
function changing<T>({ vault, caller, clientId }: Change, work: (tx: EntityManager, client: ServiceAccountView) => Promise<T>): Promise<T> {
  return inAccount(vault, caller.accountId, async (tx) => {
    await callingKey(tx, caller);
    return work(tx, await findServiceAccount(tx, caller, clientId));
  });
}
