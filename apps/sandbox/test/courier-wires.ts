import { createHmac } from 'node:crypto';
import { eventually } from '@qafila/testing/wait';
import { key, reference } from './harness.ts';
import type { Answer, Json, Received, SandboxUnderTest } from './harness.ts';

/** A test's parcels move by hand: an hour of the couriers that no run waits for. */
export const HOUR_MS = 1_000_000;

interface Sending { headers?: Record<string, string>; date?: number; signal?: AbortSignal }

export function express(sandbox: SandboxUnderTest, path: string, body?: unknown, more: Sending = {}): Promise<Answer> {
  const [method, raw, date] = [body === undefined ? 'GET' : 'POST', body === undefined ? '' : JSON.stringify(body), String(more.date ?? Date.now())];
  const full = `/sandbox-express/v1/shipments${path}`;
  const signature = createHmac('sha256', key('sandbox-express/api')).update(`${method}\n${full}\n${date}\n${raw}`).digest('hex');
  return send(sandbox.service.url + full, {
    method, body: body === undefined ? undefined : raw, signal: more.signal, headers: { 'content-type': 'application/json', 'x-express-date': date, 'x-express-signature': signature, ...more.headers },
  });
}

export function economy(sandbox: SandboxUnderTest, path: string, fields?: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return send(`${sandbox.service.url}/sandbox-economy/api${path}`, {
    method: fields === undefined ? 'GET' : 'POST', body: fields === undefined ? undefined : new URLSearchParams(fields),
    headers: { authorization: `Basic ${Buffer.from(`${key('sandbox-economy/api')}:`).toString('base64')}`, ...headers },
  });
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) as Json : text };
}

const PLACE = { name: 'سارة', phone: '+966501234567', address: 'King Fahd Road 7', city: 'Riyadh', country: 'SA' };

export function expressBody(sandbox: SandboxUnderTest, levers: string, more: Json = {}): Json {
  return {
    reference: reference('bk'), orderReference: `ORDER${levers}`, service: 'STANDARD', pieces: 1, weightGrams: 1_250, cod: { amount: 11_500, currency: 'SAR' },
    from: PLACE, to: { ...PLACE, city: 'Jeddah' }, webhookUrl: sandbox.callbackUrl, ...more,
  };
}

export function economyFields(sandbox: SandboxUnderTest, levers: string, more: Record<string, string> = {}): Record<string, string> {
  const { name, phone, address, city, country } = PLACE;
  return {
    REF: reference('bk'), ORDER_REF: `ORDER${levers}`, PRODUCT: 'ECONOMY', PIECES: '1', WEIGHT_KG: '1.250', COD: '115.00', CUR: 'SAR',
    FROM_NAME: name, FROM_TEL: phone, FROM_ADDR: address, FROM_CITY: city, FROM_CTRY: country,
    TO_NAME: name, TO_TEL: phone, TO_ADDR: address, TO_CITY: 'Jeddah', TO_CTRY: country, NOTIFY_URL: sandbox.callbackUrl, ...more,
  };
}

/** A parcel of this courier with these levers, booked. */
export async function booked(sandbox: SandboxUnderTest, courier: 'express' | 'economy', levers = ''): Promise<string> {
  const { body } = courier === 'express' ? await express(sandbox, '', expressBody(sandbox, levers)) : await economy(sandbox, '/booking', economyFields(sandbox, levers));
  const waybill = body.waybill ?? body.AWB;
  if (typeof waybill !== 'string') throw new Error(JSON.stringify(body));
  return waybill;
}

/** What the express courier's tracking says, the newest last. */
export async function scansOf(sandbox: SandboxUnderTest, waybill: string): Promise<Json[]> {
  return (await express(sandbox, `/${waybill}/scans`)).body.scans.reverse() as Json[];
}

export function codes(scans: readonly Json[]): string[] {
  return scans.map(({ code, ST }) => (code ?? ST) as string);
}

/** What a call of the express courier's must be signed with. */
export function signatureOf({ headers, raw }: Received): string {
  return createHmac('sha256', key('sandbox-express/callback')).update(`${String(headers['x-express-timestamp'])}.${raw}`).digest('hex');
}

export async function look(sandbox: SandboxUnderTest, waybill: string): Promise<Json> {
  return (await sandbox.control('GET', `/parcels/${waybill}`)).body;
}

export function act(sandbox: SandboxUnderTest, waybill: string, what: string): Promise<Answer> {
  return sandbox.control('POST', `/parcels/${waybill}/${what}`);
}

/** The couriers' hours pass at once. */
export async function pass(sandbox: SandboxUnderTest, hours: number): Promise<void> {
  await sandbox.control('POST', '/clock', { advance_ms: Math.round(hours * HOUR_MS) });
}

/** Codes of the calls about a waybill, in the order in which they came. */
export async function toldCodes(sandbox: SandboxUnderTest, waybill: string, count: number): Promise<string[]> {
  return (await callsAbout(sandbox, waybill, count)).map(({ body }) => (body.scan?.code ?? body.EVENTS?.[0]?.ST) as string);
}

export function callsAbout(sandbox: SandboxUnderTest, waybill: string, count: number): Promise<Received[]> {
  return eventually(() => {
    const mine = sandbox.received.filter(({ body }) => (body.waybill ?? body.AWB) === waybill);
    return mine.length >= count && mine;
  }, { what: `${count} calls about ${waybill}` });
}

/** Nothing is on its way any more: what was to be told has been told. */
export async function quiet(sandbox: SandboxUnderTest, waybill: string): Promise<Json> {
  return eventually(async () => {
    const seen = await look(sandbox, waybill);
    const now = new Date((await sandbox.control('GET', '/clock')).body.now as string);
    const { rows } = await sandbox.pool.query('SELECT 1 FROM parcel_scan WHERE waybill = $1 AND tells AND NOT told AND known_at <= $2', [waybill, now]);
    return rows.length === 0 && seen.callbacks.every(({ state }: Json) => state === 'sent') ? { seen } : null;
  }).then(({ seen }) => seen as Json);
}
