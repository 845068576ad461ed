import { expect, test } from '@jest/globals';
import { nearestPath } from '../src/nearest-path.ts';

const ROUTES = [
  '/public/v1/meter/:id/event',
  '/public/v1/meter',
  '/public/v1/meter/*',
  '/public/v1/refund',
  '/public/v1/refund/*',
  '/public/v1/payment/checkout',
  '/public/v1/payment/intent/:id',
  '/auth/token',
  '/oe/aggtr/api/v1/shipments',
  '/oe/aggtr/api/v1/shipments/*',
  '/internal/v1/keys/resolve',
];

test.each([
  ['/meters', '/public/v1/meter'],
  ['/public/v1/Meters?limit=5', '/public/v1/meter'],
  ['/v1/meters/m1/events', '/public/v1/meter/m1/event'],
  ['/public/v1/meters/m1/usage/query', '/public/v1/meter/m1/usage/query'],
  ['/api/v1/shipments/shp_1/track', '/oe/aggtr/api/v1/shipments/shp_1/track'],
  ['/public/v1/payments/checkouts', '/public/v1/payment/checkout'],
  ['/public/v1/payment/intents/pi_1', '/public/v1/payment/intent/pi_1'],
  ['/public/v1/payment/pi_1/refund', '/public/v1/refund'],
  ['/oauth/token', '/auth/token'],
  ['/internal/v1/keys/resolved', undefined],
  ['/nothing', undefined],
  ['/public/v1', undefined],
  ['/', undefined],
  [`/meters${'/x'.repeat(4_000)}`, undefined],
])('%.50s is nearest to %s', (path, nearest) => {
  expect(nearestPath(path, ROUTES)).toBe(nearest);
});
