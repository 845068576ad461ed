import { createRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { developersRoutes } from './developers/routes.ts';
import { homeRoute } from './home/routes.ts';
import { paymentsRoutes } from './payments/routes.ts';
import { rootRoute, signedInRoute, signInRoute } from './shell/routes.tsx';
import { webhooksRoutes } from './webhooks/routes.ts';

const routeTree = rootRoute.addChildren([
  signInRoute,
  signedInRoute.addChildren([homeRoute, ...paymentsRoutes, ...webhooksRoutes, ...developersRoutes]),
]);

export function openRouter(client: QueryClient): ReturnType<typeof build> {
  return build(client);
}

// Values of the address stay texts: an order reference of digits is no number.
const build = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/portal',
    context: { client },
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    scrollRestoration: true,
    // Parameters that no screen has validated are not shown to any.
    search: { strict: true },
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
