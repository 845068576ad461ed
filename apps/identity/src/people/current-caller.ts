import type { EntityManager } from 'typeorm';
import type { KeyScope, Principal, Role, Scope } from '@qafila/auth/principal';
import { scopesOf } from '@qafila/auth/roles';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/** What the caller may give to a new key. */
export interface CurrentCaller {
  scopes: Scope[];
  rateLimitPerSecond: number;
}

interface KeyRow {
  scopes: KeyScope[];
  rate_limit_per_second: number;
}
interface PersonRow {
  role: Role;
  may_review: boolean;
  rate_limit_per_second: number | null;
}

/**
 * The caller as it is now. The gateway can cache a key or a session for some seconds after its end. In that time a
 * stolen key must not create a new key, nor revoke the keys of its owner.
 */
export function currentCaller(tx: EntityManager, caller: Principal): Promise<CurrentCaller> {
  return caller.person === undefined ? currentKey(tx, caller) : currentPerson(tx, caller, caller.person.sessionId);
}

async function currentKey(tx: EntityManager, { accountId, storeId, keyId }: Principal): Promise<CurrentCaller> {
  const [key] = await tx.query<KeyRow[]>(
    `
    SELECT scopes, rate_limit_per_second FROM api_key
    WHERE account_id = $1 AND key_id = $2 AND store_id = $3 AND revoked_at IS NULL`,
    [accountId, keyId, storeId],
  );
  if (key === undefined) throw invalidApiKey();
  return { scopes: key.scopes, rateLimitPerSecond: key.rate_limit_per_second };
}

/** A person's keys get the rate that was agreed for the store's keys. */
async function currentPerson(tx: EntityManager, caller: Principal, sessionId: string): Promise<CurrentCaller> {
  const { accountId, storeId, keyId: personId } = caller;
  const [person] = await tx.query<PersonRow[]>(
    `
    SELECT m.role, m.may_review,
      (SELECT max(k.rate_limit_per_second) FROM api_key k WHERE k.account_id = $1 AND k.store_id = $2)
        AS rate_limit_per_second
    FROM membership m JOIN person p USING (person_id) JOIN session s USING (person_id)
    WHERE m.account_id = $1 AND m.person_id = $3 AND p.suspended_at IS NULL
      AND s.session_id = $4 AND s.ended_at IS NULL AND s.expires_at > now()`,
    [accountId, storeId, personId, sessionId],
  );
  if (person === undefined) throw notSignedIn();
  return {
    scopes: scopesOf(person.role, person.may_review),
    rateLimitPerSecond: person.rate_limit_per_second ?? LIMITS.rateLimitPerSecondDefault,
  };
}

/** The same answer for unknown, malformed and revoked keys, so that it gives nothing away. */
export function invalidApiKey(): Refusal {
  return new Refusal(
    401,
    'invalid_api_key',
    'This API key is not valid. Check for a typo, or use a key that is not revoked.',
  );
}

/** The same answer for no session, an unknown one, and one that has ended or expired. */
export function notSignedIn(): Refusal {
  return new Refusal(401, 'not_signed_in', 'You are not signed in, or your session has ended. Sign in again.');
}
