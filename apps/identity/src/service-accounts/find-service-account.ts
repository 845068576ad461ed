import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { notFound } from '@qafila/envelopes/refusal';
import type { Actor } from '../audit/record-change.ts';
import { LIMITS } from '../limits.ts';
import { ClientSecret, ServiceAccount, serviceAccountView } from './service-account.entity.ts';
import type { ServiceAccountAnswer } from './service-account.schema.ts';

type Owner = Pick<Actor, 'accountId' | 'storeId' | 'mode'>;

/** Throws a 404 for a client that does not belong to the caller's store. */
export async function findServiceAccount(
  manager: EntityManager,
  { accountId, storeId, mode }: Owner,
  clientId: string,
): Promise<ServiceAccountAnswer> {
  const client = /^\w+$/.test(clientId)
    ? await manager.findOneBy(ServiceAccount, { accountId, storeId, mode, clientId })
    : null;
  const [view] = client === null ? [] : await viewsOf(manager, accountId, [client]);
  if (view === undefined) throw notFound('service account', clientId);
  return view;
}

/** The store's service accounts: active first, then the newest. The limit drops only those revoked long ago. */
export async function listServiceAccounts(
  manager: EntityManager,
  { accountId, storeId, mode }: Owner,
): Promise<{ items: ServiceAccountAnswer[] }> {
  const clients = await manager.find(ServiceAccount, {
    where: { accountId, storeId, mode },
    take: LIMITS.serviceAccountsListedMax,
    order: { revokedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC', clientId: 'ASC' },
  });
  return { items: await viewsOf(manager, accountId, clients) };
}

/** Each view contains the live secrets and those that were revoked last. */
async function viewsOf(
  manager: EntityManager,
  accountId: string,
  clients: ServiceAccount[],
): Promise<ServiceAccountAnswer[]> {
  const [account] = await manager.query<{ company_code: string }[]>(
    'SELECT company_code FROM account WHERE account_id = $1',
    [accountId],
  );
  const secrets = await manager.find(ClientSecret, {
    where: { accountId, clientId: In(clients.map(({ clientId }) => clientId)) },
    order: { revokedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC', secretId: 'ASC' },
  });
  return clients.map((client) =>
    serviceAccountView(
      client,
      account?.company_code ?? '',
      secrets.filter(({ clientId }) => clientId === client.clientId).slice(0, LIMITS.secretsListedPerClientMax),
    ),
  );
}
