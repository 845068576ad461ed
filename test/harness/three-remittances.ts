import { expect } from '@jest/globals';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { listAll } from './list-all.ts';
import type { Body } from './parcels.ts';
import type { SharedPlatform } from './platform.ts';

const COD = '/oe/aggtr/api/v1/cod';
const MINUTE_MS = 60_000;
/** What the third courier pays too little for its first parcel, in minor units. */
export const SHORT_MINOR = 100n;

interface Shipped {
  platform: SharedPlatform;
  call(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
}

/** The third courier's own format: one batch, without a column of the currency, fees in a column. */
const MAPPING = {
  columns: { references: ['AWB'], amount: 'Collected', fee: 'Charge', remittance: 'Batch', at: 'Paid', kind: 'Type' },
  kinds: { COD: 'cash', TRANSFER: 'payment' },
  currency: 'SAR',
  units: 'major',
  delimiter: ';',
  fee_basis_points_max: 300,
};

/** Imports what the three couriers pay, each file twice: the second time changes nothing. */
export async function importOfThree(shipped: Shipped, third: string, delivered: readonly Body[]): Promise<void> {
  await importTwice(shipped, 'sandbox-express', await sandboxFile(shipped, 'sandbox-express', ''));
  await importTwice(shipped, 'sandbox-economy', await sandboxFile(shipped, 'sandbox-economy', '&lever=unknown'));
  const saved = await shipped.call('PUT', `${COD}/mappings/${third}`, { mapping: MAPPING });
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
  await importTwice(shipped, third, fileOfThird(delivered));
}

async function sandboxFile({ platform }: Shipped, courier: string, lever: string): Promise<string> {
  const period = `from=2020-01-01T00:00:00Z&to=${new Date(Date.now() + MINUTE_MS).toISOString()}`;
  const { merchant } = platform;
  return (await httpCall(`${merchant.sandboxUrl}/control/remittance?courier=${courier}&${period}&orders=shop-${lever}`))
    .text;
}

/** The first parcel is paid short, and a line is of a parcel that is not ours. */
function fileOfThird(delivered: readonly Body[]): string {
  const cash = delivered.map(({ awb, codAmount }, index) => ({
    awb: awb as string,
    minor: BigInt(Math.round(codAmount * 100)) - (index === 0 ? SHORT_MINOR : 0n),
  }));
  const lines = [...cash, { awb: 'NOT-OURS', minor: 1_000n }].map(({ awb, minor }) => ({
    awb,
    minor,
    fee: minor / 50n,
  }));
  const paid = lines.reduce((sum, { minor, fee }) => sum + minor - fee, 0n);
  const major = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
  const row = (type: string, awb: string, amounts: string): string => `${type};${awb};${amounts};B-1;2026-11-22`;
  return [
    'Type;AWB;Collected;Charge;Batch;Paid',
    ...lines.map(({ awb, minor, fee }) => row('COD', awb, `${major(minor)};${major(fee)}`)),
    row('TRANSFER', '', `${major(paid)};`),
  ].join('\n');
}

async function importTwice({ call }: Shipped, courierId: string, csv: string): Promise<void> {
  const first = await call('POST', `${COD}/remittances/import`, { courierId, csv });
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('"done"')]);
  const { lines } = first.body.data;
  const again = await call('POST', `${COD}/remittances/import`, { courierId, csv });
  expect(again.body.data).toMatchObject({ lines, added: 0, exceptions: 0, repeated: lines });
}

/** Each line pays a parcel or is an exception with a name. Returns the exceptions, `courier kind`. */
export async function checkLines({ call }: Shipped): Promise<string[]> {
  const [lines, exceptions] = await Promise.all([
    listAll(call, `${COD}/remittances/lines`),
    listAll(call, `${COD}/exceptions?status=open`),
  ]);
  const named = new Set(exceptions.map(({ courierId, lineId }) => `${courierId} ${lineId}`));
  for (const line of lines.filter(({ kind }) => kind === 'cash')) {
    const isNamed = named.has(`${line.courierId} ${line.lineId}`);
    expect([line.lineId, line.status === 'matched' ? line.shipmentId !== null : isNamed]).toEqual([line.lineId, true]);
  }
  return exceptions.map(({ courierId, kind }) => `${courierId} ${kind}`).sort();
}
