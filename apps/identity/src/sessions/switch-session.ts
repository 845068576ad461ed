import { invalid, notFound } from '@qafila/envelopes/refusal';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { findSession } from './find-session.ts';
import { renewedSession } from './renewed-session.ts';
import type { RenewedSession } from './renewed-session.ts';
import type { SessionToken } from './session-token.ts';

export interface Destination {
  accountId: string | undefined;
  storeId: string | undefined;
}

/** The store of that id, or the first one of the account; only of an account to which the person belongs. */
const FIND_STORE = `
  SELECT s.account_id, s.store_id FROM membership m JOIN store s USING (account_id)
  WHERE m.person_id = $1 AND m.account_id = $2 AND ($3::text IS NULL OR s.store_id = $3)
  ORDER BY s.created_at, s.store_id LIMIT 1`;

/** Moves the session to another account or store. The next request is in the new store everywhere. */
export async function switchSession(
  dependencies: IdentityDependencies,
  token: SessionToken,
  { accountId, storeId }: Destination,
): Promise<RenewedSession> {
  const { source, ring } = dependencies;
  if (accountId === undefined && storeId === undefined)
    throw invalid('store_id', 'Send account_id, store_id, or both.');
  return source.transaction(async (tx) => {
    const session = await findSession(tx, ring, token);
    if (session === undefined) throw notSignedIn();
    const account = accountId ?? session.accountId;
    const [place] = await tx.query<{ account_id: string; store_id: string }[]>(FIND_STORE, [
      session.personId,
      account,
      storeId ?? null,
    ]);
    if (place === undefined) throw notFound(storeId === undefined ? 'account' : 'store', storeId ?? account);
    // TypeORM returns the rows of an UPDATE together with their count.
    const [[moved]] = await tx.query<[{ version: number }[], number]>(
      `
      UPDATE session SET account_id = $2, store_id = $3, version = version + 1
      WHERE session_id = $1 AND ended_at IS NULL RETURNING version`,
      [session.sessionId, place.account_id, place.store_id],
    );
    await tx.query('UPDATE person SET last_account_id = $2, last_store_id = $3 WHERE person_id = $1', [
      session.personId,
      place.account_id,
      place.store_id,
    ]);
    return renewedSession(tx, dependencies, token, moved?.version);
  });
}
