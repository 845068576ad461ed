import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../shell/routes.tsx';
import { readDeliveryFilters } from './delivery-filters.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks/$id',
  validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(() => import('./endpoint-page.tsx'), 'EndpointPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks/$id/deliveries/$sequence',
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
});

export const webhooksRoutes = [webhooksRoute, endpointRoute, deliveryRoute] as const;
