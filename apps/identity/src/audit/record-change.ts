import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import { lockAccount } from '../accounts/lock-account.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { chainHash } from './audit-chain.ts';

/** The author of a change: the caller's key, or `system` for the service itself. */
export type Actor = Omit<Principal, 'scopes'>;

/** A change for the audit log. With `eventType` it is published too. The details must never contain a secret. */
export interface Change {
  action: string;
  subject: string;
  details: Record<string, unknown>;
  eventType?: string;
}

/** Writes the audit row and the event of a change, in the transaction of the change. */
export async function recordChange(tx: EntityManager, ring: KeyRing, actor: Actor, change: Change): Promise<void> {
  const { accountId, storeId } = actor;
  const state = await lockAccount(tx, accountId);
  const revision = Number(state.revision) + 1;
  const at = new Date().toISOString();
  const row = {
    account_id: accountId,
    revision,
    at,
    store_id: storeId,
    actor: actor.keyId,
    action: change.action,
    subject: change.subject,
    details: JSON.stringify(change.details),
  };
  const hash = chainHash(ring, state.audit_head, row);
  await tx.query(
    `INSERT INTO audit_log (account_id, revision, at, store_id, actor, action, subject, details, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [...Object.values(row), hash],
  );
  await tx.query('UPDATE account SET revision = $2, audit_head = $3 WHERE account_id = $1', [
    accountId,
    revision,
    hash,
  ]);
  if (change.eventType === undefined) return;
  await publish(
    tx,
    TOPICS.identityEvents,
    cloudEvent({
      source: '/qafila/identity',
      type: change.eventType,
      subject: accountId,
      time: at,
      owner: actor,
      aggregateVersion: revision,
      traceparent: currentTraceparent(),
      data: change.details,
    }),
  );
}
