import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { callSession, isCode, setCsrfToken } from '../api/client.ts';
import type { Language } from '../language/texts.ts';

export const ROLES = ['owner', 'developer', 'finance', 'support', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface StoreOfSession {
  id: string;
  name: string;
  colour: string | null;
}

/** `GET /portal/api/session` */
export interface Session {
  person: {
    id: string;
    name: string;
    email: string;
    language: Language | null;
    has_password: boolean;
    has_totp: boolean;
    passkeys: number;
  };
  account: { id: string; company_code: string; name: string };
  store: StoreOfSession;
  stores: StoreOfSession[];
  accounts: { id: string; company_code: string; name: string }[];
  role: Role;
  scopes: string[];
  mode: 'stage' | 'live';
  csrf_token: string;
  confirmed_at: string;
  expires_at: string;
}

/** Null without a session. */
export const SESSION = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await callSession<Session>('GET', '/session');
      setCsrfToken(session.csrf_token);
      return session;
    } catch (error) {
      if (isCode(error, 'not_signed_in')) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The session of a page that only a signed-in person sees. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(SESSION);
  if (data === null) throw new Error('there is no session');
  return data;
}

/** Whether the person's role lets them do it. The services decide; this only spares a refusal. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

export type SignInAnswer = { state: 'signed_in' | 'second_factor'; csrf_token?: string };

/** Works on another account or store. Nothing that was read before may show there. */
export function useSwitch(): (to: { account_id?: string; store_id?: string }) => Promise<void> {
  const client = useQueryClient();
  return async (to) => {
    await callSession('PATCH', '/session', to);
    await client.resetQueries();
  };
}

export async function endSession(): Promise<void> {
  await callSession('DELETE', '/session');
}
