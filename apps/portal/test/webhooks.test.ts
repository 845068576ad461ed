import { describe, expect, test } from '@jest/globals';
import { deliveryQueryOf, hasDeliveryFilters, readDeliveryFilters } from '../src/webhooks/delivery-filters.ts';

describe('the filters of deliveries in an address', () => {
  test('keep known names with values; an unknown tab is the first one', () => {
    const search = { status: 'dead', event_type: '', lang: 'ar', tab: 'nothing' };
    expect(readDeliveryFilters(search)).toEqual({ status: 'dead' });
    expect(readDeliveryFilters({ tab: 'replays' })).toEqual({ tab: 'replays' });
  });

  test('a tab alone filters nothing', () => {
    expect(hasDeliveryFilters({ tab: 'dead-letters' })).toBe(false);
    expect(hasDeliveryFilters({ from: '2026-11-01' })).toBe(true);
  });

  test("turn the viewer's days into moments and leave the tab out", () => {
    const query = deliveryQueryOf({ tab: 'replays', from: '2026-11-01', to: '2026-11-02' });
    expect(Date.parse(query?.to ?? '') - Date.parse(query?.from ?? '')).toBe(48 * 3_600_000);
    expect(query).not.toHaveProperty('tab');
  });
});
