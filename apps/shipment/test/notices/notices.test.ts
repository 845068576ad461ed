import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@qafila/local/supervise';
import { generateWebhookSecret, verifyWebhook } from '@qafila/signing/webhook-signature';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';
import { eventually } from '@qafila/testing/wait';
import { domestic } from '../bodies.ts';
import { startShipmentForTest } from '../harness.ts';
import type { ShipmentUnderTest } from '../harness.ts';
import { NOTICES } from '../../src/limits.ts';
import { CHANNELS, NOTICE_SENDERS } from '../../src/notices/channels.ts';
import type { NoticeSenders } from '../../src/notices/channels.ts';
import { expireNotices } from '../../src/notices/notice-expiry.ts';
import { sendNotices } from '../../src/notices/send-notices.ts';
import type { ScanStatus } from '../../src/state/status.ts';

const BASE = '/oe/aggtr/api/v1';
const SECRET = generateWebhookSecret();
const MAIL = 'customer@shop.example';

let shipment: ShipmentUnderTest;
let providersUrl: string;
let stopProviders: () => Promise<unknown>;
beforeAll(async () => {
  const { http, smtp } = await ports('http', 'smtp');
  providersUrl = `http://127.0.0.1:${http}`;
  ({ stop: stopProviders } = await spawnService({
    name: 'providers',
    args: [fileURLToPath(new URL('providers.mjs', import.meta.url)), String(http), String(smtp)],
    readyUrl: `${providersUrl}/_control/ready`,
    onLine: () => {},
    env: process.env,
  }));
  shipment = await startShipmentForTest({
    more: {
      NOTICE_SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      NOTICE_MAIL_FROM: 'parcels@store.example',
      NOTICE_SMS_URL: `${providersUrl}/sms`,
      NOTICE_HOOK_SECRET: SECRET,
    },
  });
});
afterAll(async () => {
  await shipment?.stop();
  await stopProviders?.();
});
beforeEach(() => control('behave', { smtp: 250, http: 202 }));

async function control(what: string, body: object = {}): Promise<Json> {
  const answer = await fetch(`${providersUrl}/_control/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Json;
}

async function settings(body: object): Promise<void> {
  const { status, text } = await shipment.call('PUT', `${BASE}/notices/settings`, body);
  if (status !== 200) throw new Error(text);
}

async function enter(id: string, ...statuses: ScanStatus[]): Promise<void> {
  const { awb } = shipment.falcon.booked(id) as { awb: string };
  for (const status of statuses) await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status)]);
}

/** Ships to a receiver with an e-mail address. */
const ship = (): Promise<string> => shipment.ship({ shipToInfo: { ...(domestic().shipToInfo as Json), email: MAIL } });

/** One round of all channels. */
async function send(): Promise<number> {
  const senders = shipment.dependencies && shipment.service.app.get<NoticeSenders>(NOTICE_SENDERS);
  const sent = await Promise.all(
    CHANNELS.flatMap((channel) => {
      const sender = senders[channel];
      return sender === undefined ? [] : [sendNotices(shipment.dependencies, { channel, sender })];
    }),
  );
  return sent.reduce((sum, count) => sum + count, 0);
}

async function noticesOf(id: string): Promise<Json[]> {
  const { body } = await shipment.call('GET', `${BASE}/shipments/${id}/notices`);
  return (body.data as Json).items as Json[];
}

const shown = (items: Json[]): string[] =>
  items.map(({ notice, channel, status, reason, tries }) => [notice, channel, status, reason, tries].join(' ')).sort();

async function received(id: string): Promise<{ mails: Json[]; messages: Json[] }> {
  const all = (await control('received')) as { mails: Json[]; messages: Json[] };
  return {
    // Quoted-printable breaks lines and writes = as =3D.
    mails: all.mails.filter(({ raw }) => (raw as string).replace(/=\r\n/g, '').includes(id)),
    messages: all.messages.filter(({ text }) => (text as string).includes(id)),
  };
}

describe('messages to receivers', () => {
  it('are off until the company turns them on, by channel and kind', async () => {
    const off = await ship();
    await enter(off, 'OUT_FOR_DELIVERY');
    expect(await noticesOf(off)).toEqual([]);
    await settings({ sms: ['delivered'], mail: ['out_for_delivery', 'delivered'], language: 'en' });
    const read = (await shipment.call('GET', `${BASE}/notices/settings`)).body.data as Json;
    expect(read).toEqual({
      sms: ['delivered'],
      whatsapp: [],
      mail: ['out_for_delivery', 'delivered'],
      language: 'en',
      quietHours: null,
      available: ['sms', 'mail'],
    });
    const id = await ship();
    await enter(id, 'PICKED_UP', 'OUT_FOR_DELIVERY');
    expect(shown(await noticesOf(id))).toEqual(['out_for_delivery mail waiting  0']);
  });

  it('go out once each, signed or as mail, to the receiver of the order', async () => {
    await settings({ sms: ['delivered'], mail: ['delivered'], language: 'en' });
    const id = await ship();
    await enter(id, 'DELIVERED');
    await Promise.all([send(), send(), send()]);
    expect(await send()).toBe(0);
    expect(shown(await noticesOf(id))).toEqual(['delivered mail sent  1', 'delivered sms sent  1']);
    const { mails, messages } = await received(id);
    expect([mails.length, messages.length]).toEqual([1, 1]);
    const [mail, { headers, text }] = [mails[0] as Json, messages[0] as Json];
    expect([mail.from, mail.to]).toEqual(['parcels@store.example', [MAIL]]);
    expect(mail.raw).toMatch(/was\s+delivered/);
    const signed = {
      id: headers['webhook-id'] as string,
      timestamp: headers['webhook-timestamp'] as string,
      signature: headers['webhook-signature'] as string,
      body: text as string,
      nowSeconds: Math.floor(Date.now() / 1_000),
    };
    expect(verifyWebhook({ ...signed, secrets: [SECRET] })).toBe(true);
    expect(verifyWebhook({ ...signed, secrets: [generateWebhookSecret()] })).toBe(false);
    const message = JSON.parse(text as string) as Json;
    const { trackingUrl } = (await shipment.call('GET', `${BASE}/shipments/${id}`)).body.data as Json;
    expect(message).toMatchObject({ channel: 'sms', notice: 'delivered', shipmentId: id, language: 'en' });
    expect(message.to).toMatch(/^\+9665\d{8}$/);
    expect(message.text.endsWith(` was delivered. ${trackingUrl}`)).toBe(true);
  });

  it('are tried again with the same id after an error or a lost answer, and end after some tries', async () => {
    await settings({ sms: ['delivered'], mail: ['delivered'] });
    await control('behave', { http: 503, smtp: 451 });
    const id = await ship();
    await enter(id, 'DELIVERED');
    await send();
    expect(await send()).toBe(0);
    expect((await noticesOf(id)).map(({ status, tries }) => [status, tries])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
    ]);
    await control('behave', { http: 'lost', smtp: 250 });
    shipment.passTime(NOTICES.retryFirstMs);
    await send();
    expect(shown(await noticesOf(id))[0]).toBe('delivered mail sent  2');
    for (let tries = 3; tries <= NOTICES.triesMax; tries += 1) {
      shipment.passTime(NOTICES.retryMaxMs);
      expect(await send()).toBe(1);
    }
    shipment.passTime(NOTICES.retryMaxMs);
    expect(await send()).toBe(0);
    const [sms] = (await noticesOf(id)).filter(({ channel }) => channel === 'sms') as [Json];
    expect([sms.status, sms.tries]).toEqual(['failed', NOTICES.triesMax]);
    const { messages } = await received(id);
    expect(messages).toHaveLength(NOTICES.triesMax);
    expect(new Set(messages.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([sms.noticeId]));
  });

  it('are not sent again when the provider refuses them', async () => {
    await settings({ sms: ['delivered'], mail: ['delivered'] });
    await control('behave', { http: 422, smtp: 550 });
    const id = await ship();
    await enter(id, 'DELIVERED');
    await send();
    expect(shown(await noticesOf(id))).toEqual([
      'delivered mail failed The mail server answered 550. 1',
      'delivered sms failed The provider answered 422. 1',
    ]);
  });

  it('are dropped by a later state, by a change of settings, and when they are too old', async () => {
    const some = { sms: ['out_for_delivery', 'delivered'] };
    await settings(some);
    const id = await ship();
    await enter(id, 'OUT_FOR_DELIVERY', 'DELIVERED');
    await send();
    const late = await ship();
    await enter(late, 'OUT_FOR_DELIVERY');
    await settings({ sms: ['delivered'] });
    await send();
    await settings(some);
    const old = await ship();
    await enter(old, 'OUT_FOR_DELIVERY');
    shipment.passTime(NOTICES.usableMs + 1_000);
    await send();
    expect(shown(await noticesOf(id))).toEqual(['delivered sms sent  1', 'out_for_delivery sms dropped superseded 0']);
    expect(shown(await noticesOf(late))).toEqual(['out_for_delivery sms dropped turned_off 1']);
    expect(shown(await noticesOf(old))).toEqual(['out_for_delivery sms dropped expired 1']);
    expect((await received(old)).messages).toEqual([]);
  });

  it('wait for the end of the quiet hours on phones, not in mail', async () => {
    const now = new Date(shipment.dependencies.clock());
    const at = (ms: number): string => new Date(now.getTime() + ms).toISOString().slice(11, 16);
    const quietHours = { from: at(-3_600_000), to: at(3_600_000), timeZone: 'UTC' };
    await settings({ sms: ['delivered'], mail: ['delivered'], quietHours });
    const id = await ship();
    await enter(id, 'DELIVERED');
    await send();
    expect(shown(await noticesOf(id))).toEqual(['delivered mail sent  1', 'delivered sms waiting  0']);
    shipment.passTime(3_600_000);
    await send();
    expect(shown(await noticesOf(id))).toEqual(['delivered mail sent  1', 'delivered sms sent  1']);
  });

  it('report only the newest of the states that one call reports, and nothing that is too old', async () => {
    await settings({ sms: ['shipped', 'out_for_delivery', 'delivery_failed', 'delivered'] });
    const [burst, old] = [await ship(), await ship()];
    shipment.passTime(2 * NOTICES.usableMs);
    const report = async (id: string, agoMs: number): Promise<void> => {
      const { awb } = shipment.falcon.booked(id) as { awb: string };
      const statuses = ['PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'IN_TRANSIT'] as const;
      const occurredAtMs = shipment.dependencies.clock() - agoMs;
      const scans = statuses.map((status, at) =>
        shipment.falcon.scan(awb, status, { occurredAtMs: occurredAtMs + at * 60_000 }),
      );
      await shipment.sendScans(shipment.falcon, scans);
    };
    await report(burst, NOTICES.usableMs / 2);
    await report(old, NOTICES.usableMs + 3_600_000);
    expect(shown(await noticesOf(burst))).toEqual(['delivery_failed sms waiting  0']);
    expect(await noticesOf(old)).toEqual([]);
    const eventsOf = (id: string): Json[] =>
      shipment.published.filter(({ type, subject }) => type === 'shipment.notice' && subject === id);
    await eventually(() => expect(eventsOf(burst)).toHaveLength(1));
    const { notice, occurredAt, usableUntil } = eventsOf(burst)[0]?.data as Json;
    expect([notice, Date.parse(usableUntil) - Date.parse(occurredAt)]).toEqual(['delivery_failed', NOTICES.usableMs]);
    expect(eventsOf(old)).toEqual([]);
  });

  it('wait a little when they are late, so that the next state drops them', async () => {
    await settings({ sms: ['out_for_delivery', 'delivered'] });
    const id = await ship();
    shipment.passTime(2 * NOTICES.lateMs);
    const { awb } = shipment.falcon.booked(id) as { awb: string };
    const occurredAtMs = shipment.dependencies.clock() - NOTICES.lateMs - 60_000;
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'OUT_FOR_DELIVERY', { occurredAtMs })]);
    await send();
    expect(shown(await noticesOf(id))).toEqual(['out_for_delivery sms waiting  0']);
    await enter(id, 'DELIVERED');
    shipment.passTime(NOTICES.lateHoldMs);
    await send();
    expect(shown(await noticesOf(id))).toEqual(['delivered sms sent  1', 'out_for_delivery sms dropped superseded 0']);
  });

  it('are counted, and those that wait are shown', async () => {
    await settings({ sms: ['delivered'] });
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${shipment.service.internalUrl}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    };
    const sent = (): Promise<number> => metric('shipment_notices_total{channel="sms",outcome="sent"');
    const waiting = (): Promise<number> => metric('shipment_notices_waiting{channel="sms"');
    const id = await ship();
    const [sentBefore, waitingBefore] = [await sent(), await waiting()];
    await enter(id, 'DELIVERED');
    expect(await waiting()).toBe(waitingBefore + 1);
    await send();
    expect(await sent()).toBe(sentBefore + 1);
    expect(await waiting()).toBe(waitingBefore);
  });

  it('are deleted after their retention', async () => {
    await settings({ sms: ['delivered'] });
    const old = await ship();
    await enter(old, 'DELIVERED');
    shipment.passTime(NOTICES.keptMs - 60_000);
    await expireNotices(shipment.dependencies);
    expect(await noticesOf(old)).toHaveLength(1);
    shipment.passTime(120_000);
    await expireNotices(shipment.dependencies);
    expect(await noticesOf(old)).toEqual([]);
  });

  it('cannot be turned on where the deployment has no sender, and are those of the own company', async () => {
    const refused = await shipment.call('PUT', `${BASE}/notices/settings`, { whatsapp: ['delivered'] });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('whatsapp must be empty');
    const foreign = await shipment.call('GET', `${BASE}/shipments/shp_unknown/notices`);
    expect(foreign.status).toBe(404);
  });
});
