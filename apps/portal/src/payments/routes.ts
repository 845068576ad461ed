import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../shell/routes.tsx';
import { readFilters } from './filters.ts';

export const paymentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
});

export const paymentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
});

export const paymentsRoutes = [paymentsRoute, paymentRoute] as const;
