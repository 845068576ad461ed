import { createHmac } from 'node:crypto';
import { eventually } from '@qafila/testing/wait';
import type { Json } from '@qafila/testing/http-call';
import { basicAuthorization, call, key, reference } from './harness.ts';
import type { Answer, Received, SandboxUnderTest } from './harness.ts';

/** A couriers' hour that is longer than any test: parcels move only by hand or by the clock. */
export const HOUR_MS = 1_000_000;

interface RequestOptions {
  headers?: Record<string, string>;
  date?: number;
  timeoutMs?: number;
}

export function express(
  sandbox: SandboxUnderTest,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<Answer> {
  return expressRoot(sandbox, `/shipments${path}`, body, options);
}

export function expressRoot(
  sandbox: SandboxUnderTest,
  path: string,
  body?: unknown,
  { headers, date = Date.now(), timeoutMs }: RequestOptions = {},
): Promise<Answer> {
  const [method, raw] = body === undefined ? ['GET', undefined] : ['POST', JSON.stringify(body)];
  const full = `/sandbox-express/v1${path}`;
  const signature = createHmac('sha256', key('sandbox-express/api'))
    .update(`${method}\n${full}\n${date}\n${raw ?? ''}`)
    .digest('hex');
  return call(sandbox.service.url + full, {
    body: raw,
    timeoutMs,
    headers: { 'x-express-date': String(date), 'x-express-signature': signature, ...headers },
  });
}

export function economy(
  sandbox: SandboxUnderTest,
  path: string,
  fields?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(`${sandbox.service.url}/sandbox-economy/api${path}`, {
    body: fields === undefined ? undefined : new URLSearchParams(fields),
    headers: { authorization: basicAuthorization('sandbox-economy/api'), ...headers },
  });
}

const PLACE = { name: 'سارة', phone: '+966501234567', address: 'King Fahd Road 7', city: 'Riyadh', country: 'SA' };

export function expressBody(sandbox: SandboxUnderTest, levers: string, more: Json = {}): Json {
  return {
    reference: reference('bk'),
    orderReference: `ORDER${levers}`,
    service: 'STANDARD',
    pieces: 1,
    weightGrams: 1_250,
    cod: { amount: 11_500, currency: 'SAR' },
    from: PLACE,
    to: { ...PLACE, city: 'Jeddah' },
    webhookUrl: sandbox.callbackUrl,
    ...more,
  };
}

export function economyFields(
  sandbox: SandboxUnderTest,
  levers: string,
  more: Record<string, string> = {},
): Record<string, string> {
  const { name, phone, address, city, country } = PLACE;
  return {
    REF: reference('bk'),
    ORDER_REF: `ORDER${levers}`,
    PRODUCT: 'ECONOMY',
    PIECES: '1',
    WEIGHT_KG: '1.250',
    COD: '115.00',
    CUR: 'SAR',
    FROM_NAME: name,
    FROM_TEL: phone,
    FROM_ADDR: address,
    FROM_CITY: city,
    FROM_CTRY: country,
    TO_NAME: name,
    TO_TEL: phone,
    TO_ADDR: address,
    TO_CITY: 'Jeddah',
    TO_CTRY: country,
    NOTIFY_URL: sandbox.callbackUrl,
    ...more,
  };
}

/** Books a parcel with these levers and returns its waybill. */
export async function bookedWaybill(
  sandbox: SandboxUnderTest,
  courier: 'express' | 'economy',
  levers = '',
): Promise<string> {
  const { body } =
    courier === 'express'
      ? await express(sandbox, '', expressBody(sandbox, levers))
      : await economy(sandbox, '/booking', economyFields(sandbox, levers));
  const waybill = body.waybill ?? body.AWB;
  if (typeof waybill !== 'string') throw new Error(JSON.stringify(body));
  return waybill;
}

/** The scans in the express courier's tracking, the newest last. */
export async function expressScans(sandbox: SandboxUnderTest, waybill: string): Promise<Json[]> {
  return (await express(sandbox, `/${waybill}/scans`)).body.scans.reverse() as Json[];
}

export function codesOf(scans: readonly Json[]): string[] {
  return scans.map(({ code, ST }) => (code ?? ST) as string);
}

/** The signature that a callback of the express courier must have. */
export function signatureOf({ headers, raw }: Received): string {
  return createHmac('sha256', key('sandbox-express/callback'))
    .update(`${String(headers['x-express-timestamp'])}.${raw}`)
    .digest('hex');
}

export async function parcelReport(sandbox: SandboxUnderTest, waybill: string): Promise<Json> {
  return (await sandbox.control('GET', `/parcels/${waybill}`)).body;
}

export function act(sandbox: SandboxUnderTest, waybill: string, name: string): Promise<Answer> {
  return sandbox.control('POST', `/parcels/${waybill}/${name}`);
}

/** Advances the clock by hours of the couriers. */
export async function passHours(sandbox: SandboxUnderTest, hours: number): Promise<void> {
  await sandbox.control('POST', '/clock', { advance_ms: Math.round(hours * HOUR_MS) });
}

/** The scan codes of the callbacks about a waybill, in the order in which they arrived. */
export async function callbackCodes(sandbox: SandboxUnderTest, waybill: string, count: number): Promise<string[]> {
  return (await callbacksAbout(sandbox, waybill, count)).map(
    ({ body }) => (body.scan?.code ?? body.EVENTS?.[0]?.ST) as string,
  );
}

export function callbacksAbout(sandbox: SandboxUnderTest, waybill: string, count: number): Promise<Received[]> {
  return eventually(
    () => {
      const mine = sandbox.received.filter(({ body }) => (body.waybill ?? body.AWB) === waybill);
      return mine.length >= count && mine;
    },
    { what: `${count} callbacks about ${waybill}` },
  );
}

/** Waits until every callback that is due has been sent, and returns the parcel's report. */
export async function settledReport(sandbox: SandboxUnderTest, waybill: string): Promise<Json> {
  return eventually(async () => {
    const report = await parcelReport(sandbox, waybill);
    const now = new Date((await sandbox.control('GET', '/clock')).body.now as string);
    const { rows } = await sandbox.pool.query(
      'SELECT 1 FROM parcel_scan WHERE waybill = $1 AND tells AND NOT told AND known_at <= $2',
      [waybill, now],
    );
    return rows.length === 0 && report.callbacks.every(({ state }: Json) => state === 'sent') ? { report } : null;
  }).then(({ report }) => report as Json);
}
