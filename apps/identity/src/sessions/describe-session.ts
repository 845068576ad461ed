import type { Principal, Role } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import type { Language } from '../people/person.entity.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { FoundSession, Queries } from './find-session.ts';
import { csrfToken } from './session-token.ts';
import type { SessionAnswer } from './session.schema.ts';

interface PersonRow {
  name: string;
  email: string;
  language: Language;
  has_password: boolean;
}
interface AccountRow {
  account_id: string;
  company_code: string;
  name: string;
  role: Role;
}
interface StoreRow {
  store_id: string;
  name: string;
  colour: string | null;
}

const ACCOUNTS = `
  SELECT a.account_id, a.company_code, a.name, m.role FROM membership m JOIN account a USING (account_id)
  WHERE m.person_id = $1 ORDER BY a.account_id <> $2, a.name, a.account_id LIMIT $3`;
const STORES = `
  SELECT store_id, name, colour FROM store WHERE account_id = $1 ORDER BY store_id <> $2, name, store_id LIMIT $3`;

/** The session as its person sees it. */
export async function describeSession(
  queries: Queries,
  { ring, mode }: { ring: KeyRing; mode: Principal['mode'] },
  session: FoundSession,
): Promise<SessionAnswer> {
  const { personId, accountId, storeId } = session;
  const [person] = await queries.query<[PersonRow]>(
    'SELECT name, email, language, password_hash IS NOT NULL AS has_password FROM person WHERE person_id = $1',
    [personId],
  );
  const accounts = await queries.query<AccountRow[]>(ACCOUNTS, [
    personId,
    accountId,
    LIMITS.accountsListedPerPersonMax,
  ]);
  const stores = await queries.query<StoreRow[]>(STORES, [accountId, storeId, LIMITS.storesListedMax]);
  // The current ones come first, so that no limit hides them.
  const [account, store] = [accounts[0] as AccountRow, stores[0] as StoreRow];
  return {
    person: { id: personId, ...person, has_totp: false, passkeys: 0 },
    account: accountView(account),
    store: storeView(store),
    stores: stores.map(storeView).sort(byName),
    accounts: accounts.map((each) => ({ ...accountView(each), role: each.role })).sort(byName),
    role: session.role,
    scopes: session.scopes,
    mode,
    csrf_token: csrfToken(ring, session),
    confirmed_at: session.confirmedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

function accountView({ account_id: id, company_code: companyCode, name }: AccountRow): SessionAnswer['account'] {
  return { id, company_code: companyCode, name };
}

function storeView({ store_id: id, name, colour }: StoreRow): SessionAnswer['store'] {
  return { id, name, colour };
}

function byName(left: { name: string }, right: { name: string }): number {
  return left.name.localeCompare(right.name);
}
