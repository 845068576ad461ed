import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';

export const ENTRY_POINTS = ['single', 'batch', 'group', 'topic'] as const;
export type EntryPoint = (typeof ENTRY_POINTS)[number];

/** One item of the group endpoint, and the answer to it. */
export interface GroupItem {
  meterId: string;
  body: string;
  caller?: Principal;
  seal?: string;
}
export interface GroupAnswer {
  status: number;
  body: Json;
  headers: Record<string, string>;
}

export interface Gateway {
  /** Posts items as the gateway does: one call, each item with its caller's seal. */
  group(items: GroupItem[]): Promise<GroupAnswer[]>;
  /** The same call by another caller, or with another body; returns the status of the call itself. */
  raw(body: unknown, caller?: Principal): Promise<{ status: number; body: Json }>;
  seal(caller: Principal): Promise<string>;
  metering: MeteringUnderTest;
  stop(): Promise<void>;
}

export const gatewayPrincipal = principalOf({ keyId: 'gateway' });

/**
 * A second process on the same database that trusts the seals of this gateway, which the group endpoint's body
 * contains.
 */
export async function startGateway(databaseUrl: string): Promise<Gateway> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const metering = await startMeteringForTest({ DATABASE_URL: databaseUrl, PRINCIPAL_PUBLIC_KEY: keys.publicKey });
  const seal = (caller: Principal) => sealer.seal(caller, 'metering');
  const raw: Gateway['raw'] = async (body, caller = gatewayPrincipal) => {
    const answer = await fetch(`${metering.service.url}/internal/v1/meter/events`, {
      method: 'POST',
      headers: { [PRINCIPAL_HEADER]: await seal(caller), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    metering,
    seal,
    raw,
    stop: () => metering.stop(),
    group: async (items) => {
      const principals = await Promise.all(items.map((item) => item.seal ?? seal(item.caller ?? principalOf())));
      const { body } = await raw({
        principals,
        items: items.map((item, p) => ({ p, m: item.meterId, r: `req-${p}`, b: item.body })),
      });
      return body.items.map((item: { s: number; b: string; h?: Record<string, string> }) => ({
        status: item.s,
        body: JSON.parse(item.b) as Json,
        headers: item.h ?? {},
      }));
    },
  };
}

let messages = 0;

/** A message for meter.ingest.v1 with an event's JSON text; the owner is the harness's principal. */
export function reported(
  meterId: string,
  data: string,
  more: Record<string, unknown> = {},
): { topic: string; key: string; value: string } {
  const envelope = {
    specversion: '1.0',
    id: `message-${++messages}`,
    source: '/test',
    type: 'meter.usage.reported',
    subject: meterId,
    time: '2026-01-01T00:00:00Z',
    datacontenttype: 'application/json',
    accountid: 'acc_1',
    storeid: 'str_1',
    mode: 'stage',
    ...more,
  };
  return { topic: 'meter.ingest.v1', key: meterId, value: `${JSON.stringify(envelope).slice(0, -1)},"data":${data}}` };
}

/** Sends events as JSON texts through one entry point. Returns a status for each event, none for the topic. */
export async function sendThrough(
  entryPoint: EntryPoint,
  to: { metering: MeteringUnderTest; gateway: Gateway; meterId: string },
  events: string[],
): Promise<number[]> {
  const { metering, gateway, meterId } = to;
  const path = `/public/v1/meter/${encodeURIComponent(meterId)}/event`;
  if (events.length === 0) return [];
  if (entryPoint === 'single')
    return Promise.all(events.map(async (event) => (await metering.call('POST', path, event)).status));
  if (entryPoint === 'group')
    return (await gateway.group(events.map((body) => ({ meterId, body })))).map((answer) => answer.status);
  if (entryPoint === 'batch') {
    const { body } = await metering.call('POST', `${path}/batch`, `{"events":[${events.join(',')}]}`);
    return (body.data.items as { status: number }[]).map((item) => item.status);
  }
  await metering.bus.publish(events.map((event) => reported(meterId, event)));
  return [];
}
