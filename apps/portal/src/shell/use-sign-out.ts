import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endSession, SESSION } from '../session/session.ts';

/** Ends the session at the server, and forgets what was read in it. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await endSession();
    client.clear();
    client.setQueryData(SESSION.queryKey, null);
    await navigate({ to: '/sign-in', search: { reason: 'signed-out' } });
  };
}
