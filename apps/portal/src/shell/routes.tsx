import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Link,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { EmptyState } from '../design/empty-state.tsx';
import { Failure } from '../design/failure.tsx';
import { Page } from '../design/page.tsx';
import { useTexts } from '../language/language.tsx';
import { SESSION } from '../session/session.ts';
import type { SignInReason } from '../session/sign-in-page.tsx';
import { Frame } from './frame.tsx';
import { SHELL } from './shell.texts.ts';

export interface RouterContext {
  client: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFound,
  errorComponent: Crashed,
});

export interface SignInSearch {
  then?: string;
  reason?: SignInReason;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ then, reason }: Record<string, unknown>): SignInSearch => ({
    // Only an address of the portal: what begins with // would be another site.
    then: typeof then === 'string' && /^\/(?!\/)/.test(then) ? then : undefined,
    reason: reason === 'ended' || reason === 'signed-out' ? reason : undefined,
  }),
  component: SignIn,
});

/** The parent of all screens of signed-in people. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { client }, location }) => {
    const session = await client.ensureQueryData(SESSION);
    if (session === null)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { then: location.href } });
  },
  component: SignedIn,
  notFoundComponent: NotFound,
  errorComponent: Crashed,
});

const SignInPage = lazyRouteComponent(() => import('../session/sign-in-page.tsx'), 'SignInPage');

function SignIn(): ReactNode {
  const { then, reason } = signInRoute.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const onSignedIn = async (): Promise<void> => {
    await client.fetchQuery({ ...SESSION, staleTime: 0 });
    await router.navigate({ to: then ?? '/', replace: true });
  };
  return <SignInPage reason={reason} onSignedIn={() => void onSignedIn()} />;
}

function SignedIn(): ReactNode {
  const client = useQueryClient();
  const router = useRouter();
  const onEnded = useCallback(() => {
    const { href, pathname } = router.state.location;
    if (pathname === '/sign-in') return;
    void router.navigate({ to: '/sign-in', search: { reason: 'ended', then: href }, replace: true }).then(() => {
      client.clear();
      client.setQueryData(SESSION.queryKey, null);
    });
  }, [client, router]);
  return <Frame onEnded={onEnded} />;
}

function NotFound(): ReactNode {
  const t = useTexts(SHELL);
  return (
    <Page title={t.notFound} heading=" ">
      <EmptyState
        icon={Compass}
        title={t.notFound}
        text={t.notFoundText}
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t.toHome}</Button>}
      />
    </Page>
  );
}

function Crashed({ error, reset }: ErrorComponentProps): ReactNode {
  const t = useTexts(SHELL);
  return (
    <Page title={t.crashed}>
      <Failure error={error as Error} title={t.crashed} retry={reset} />
    </Page>
  );
}
