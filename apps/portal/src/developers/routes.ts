import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../shell/routes.tsx';

export const TABS = ['keys', 'secrets', 'service-accounts'] as const;
export type Tab = (typeof TABS)[number];

export const developersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/developers',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: Tab } => {
    const known = TABS.find((name) => name === tab);
    // The first one is the screen's own address.
    return known === undefined || known === 'keys' ? {} : { tab: known };
  },
  component: lazyRouteComponent(() => import('./developers-page.tsx'), 'DevelopersPage'),
});

export const developersRoutes = [developersRoute] as const;
