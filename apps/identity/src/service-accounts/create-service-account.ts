import { randomBytes } from 'node:crypto';
import { IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { CLIENT_SCOPES } from '@qafila/auth/principal';
import type { ClientScope, Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { Refusal, conflict } from '@qafila/envelopes/refusal';
import { withLockedAccount, lockAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/record-change.ts';
import { currentCaller } from '../people/current-caller.ts';
import { LIMITS } from '../limits.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { insertClientSecret } from './client-secret.ts';
import { findServiceAccount } from './find-service-account.ts';
import { ServiceAccount } from './service-account.entity.ts';
import type { CreatedServiceAccountAnswer } from './service-account.schema.ts';
import type { CreateServiceAccountBody } from './service-account.schema.ts';

export interface NewServiceAccount {
  name: string;
  scopes: ClientScope[];
  rateLimitPerSecond: number;
}

/**
 * For the caller's store. Keys have no scopes for shipments, so a key's scopes do not limit the client's; a person's
 * do.
 */
export function createServiceAccount(
  dependencies: IdentityDependencies,
  caller: Principal,
  { name, scopes }: CreateServiceAccountBody,
): Promise<CreatedServiceAccountAnswer> {
  return withLockedAccount(dependencies, caller.accountId, async (tx) => {
    const current = await currentCaller(tx, caller);
    const wanted = inContractOrder(scopes);
    const beyond = wanted.find((scope) => caller.person !== undefined && !current.scopes.includes(scope));
    if (beyond !== undefined)
      throw new Refusal(403, 'missing_scope', `Your role lacks the scope ${beyond}, so you cannot give it.`, {
        param: 'scopes',
      });
    return addServiceAccount(tx, dependencies.ring, caller, {
      name: name ?? 'Service account',
      scopes: wanted,
      rateLimitPerSecond: current.rateLimitPerSecond,
    });
  });
}

export async function addServiceAccount(
  tx: EntityManager,
  ring: KeyRing,
  actor: Actor,
  account: NewServiceAccount,
): Promise<CreatedServiceAccountAnswer> {
  const { accountId, storeId, mode } = actor;
  // The account's lock keeps this count valid until the commit.
  await lockAccount(tx, accountId);
  if (
    (await tx.countBy(ServiceAccount, { accountId, storeId, mode, revokedAt: IsNull() })) >=
    LIMITS.serviceAccountsPerStoreMax
  ) {
    throw conflict(
      'too_many_service_accounts',
      `This store has ${LIMITS.serviceAccountsPerStoreMax} service accounts already. Revoke one of them first.`,
      { service_accounts_max: LIMITS.serviceAccountsPerStoreMax },
    );
  }
  const clientId = `sa_${mode}_${randomBytes(12).toString('hex')}`;
  await tx.query(
    `
    INSERT INTO service_account (account_id, client_id, store_id, mode, name, scopes, rate_limit_per_second)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, clientId, storeId, mode, account.name, account.scopes, account.rateLimitPerSecond],
  );
  const { secretId, prefix, secret } = await insertClientSecret(tx, ring, actor, clientId);
  await recordChange(tx, ring, actor, {
    action: 'client.created',
    subject: clientId,
    eventType: IDENTITY_EVENT.clientCreated,
    details: { client_id: clientId, name: account.name, scopes: account.scopes, secret_id: secretId, prefix },
  });
  return { ...(await findServiceAccount(tx, actor, clientId)), client_secret: secret };
}

function inContractOrder(scopes: ClientScope[] | undefined): ClientScope[] {
  return CLIENT_SCOPES.filter((scope) => scopes?.includes(scope) ?? true);
}
