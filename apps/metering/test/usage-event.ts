import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Answer, Json, MeteringUnderTest } from './harness.ts';

export const AT = '2026-11-10T10:00:00.123456Z';

/** A valid event. A test overrides the fields that it needs. */
export function usage(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { operation: 'ADD', event_id: randomUUID(), timestamp: AT, payload: { model: 'large', tokens: 10 }, ...more };
}

export async function meterOf(metering: MeteringUnderTest, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await metering.call('POST', '/public/v1/meter', {
    name: 'Tokens',
    active: true,
    aggregation_type: 'sum',
    aggregation_field: 'tokens',
    id: `m-${randomUUID()}`,
    ...more,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id as string;
}

export function send(metering: MeteringUnderTest, id: string, event: unknown): Promise<Answer> {
  return metering.call('POST', `/public/v1/meter/${id}/event`, event);
}

/** The single row of a query without windows. */
export async function total(metering: MeteringUnderTest, id: string, query = ''): Promise<Json> {
  const { status, body } = await metering.call('GET', `/public/v1/meter/${id}/query${query}`);
  expect([status, body]).toEqual([200, expect.objectContaining({ data: [expect.anything()] })]);
  return body.data[0];
}
