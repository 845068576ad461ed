import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { claimJob, workJob } from '../src/bulk/work-job.ts';
import { BULK } from '../src/limits.ts';
import { changed, domestic, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BULK_PATH = '/oe/aggtr/api/v1/shipments/bulk';

describe('bulk create', () => {
  let under: ShipmentUnderTest;
  let references = 0;

  beforeAll(async () => {
    under = await startShipmentForTest();
  });
  afterAll(() => under.stop());

  const next = (): string => `bulk-${++references}`;
  const shipment = (fields: Record<string, unknown> = {}): Body =>
    changed({ ...domestic(), referenceNumber: next() }, fields);

  async function submit(body: Json, more: Parameters<ShipmentUnderTest['call']>[3] = {}): Promise<Json> {
    const answer = await under.call('POST', BULK_PATH, body, more);
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.body.data as Json;
  }

  async function workAll(): Promise<void> {
    for (let job = await claimJob(under.dependencies); job !== undefined; job = await claimJob(under.dependencies))
      await workJob(under.dependencies, job);
  }

  const jobOf = async (id: string): Promise<Json> => (await under.call('GET', `${BULK_PATH}/${id}`)).body.data as Json;
  const rowsOf = async (id: string, query = ''): Promise<Json[]> =>
    (await under.call('GET', `${BULK_PATH}/${id}/rows${query}`)).body.data.items as Json[];

  it('creates the good rows, and says of each other row what create would say', async () => {
    const taken = await under.ship({ referenceNumber: next() });
    const { referenceNumber } = (await under.call('GET', `/oe/aggtr/api/v1/shipments/${taken}`)).body.data as Json;
    const bad = shipment({ 'shipToInfo.phone': '12', 'packagesInfo.0.weight': 'heavy' });
    const twice = shipment();
    const { jobId, ...accepted } = await submit({
      shipments: [shipment(), bad, { ...domestic(), referenceNumber }, twice, twice, shipment()],
    });
    expect(accepted).toMatchObject({ status: 'running', rowsTotal: 6, rowsPending: 6, createdBy: 'cl_1' });
    await workAll();
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', rowsCreated: 3, rowsFailed: 3, rowsPending: 0 });
    const rows = await rowsOf(jobId);
    expect(rows.map(({ row, status }) => [row, status] as unknown)).toEqual([
      [1, 'created'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'created'],
      [5, 'failed'],
      [6, 'created'],
    ]);
    const alone = await under.call('POST', '/oe/aggtr/api/v1/shipments', bad);
    const details = (alone.body.details as Json[]).map(
      ({ code, field, message }) => ({ code, field, message }) as Json,
    );
    expect(details.length).toBeGreaterThan(1);
    expect(rows[1]?.details).toEqual(details);
    expect(rows[2]?.details).toMatchObject([{ code: 'REFERENCE_DUPLICATE', field: 'referenceNumber' }]);
    expect(rows[2]?.details[0].message).toContain(taken);
    expect(rows[4]?.details[0].message).toContain(rows[3]?.shipmentId);
    const failed = await rowsOf(jobId, '?status=failed');
    expect(failed.map(({ row }) => row as number)).toEqual([2, 3, 5]);
    await under.makeDueCalls();
    const first = (await under.call('GET', `/oe/aggtr/api/v1/shipments/${rows[0]?.shipmentId}`)).body.data as Json;
    expect(first.shipmentStatus).toBe('BOOKED');
  });

  it('takes the template as a file, and gives the results as one', async () => {
    const template = await under.call('GET', `${BULK_PATH}/template.csv`);
    const [head, example] = template.text.trim().split('\r\n') as [string, string];
    const bad = example.replace('order-1001', next()).replace('+966501234567', '12');
    const { jobId } = await submit({ csv: [head, example.replace('order-1001', next()), bad].join('\n') });
    await workAll();
    const rows = await rowsOf(jobId);
    expect(rows.map(({ status, details }) => [status, details] as unknown)).toEqual([
      ['created', []],
      ['failed', [expect.objectContaining({ code: 'PHONE_INVALID', field: 'shipToInfo.phone' })]],
    ]);
    const results = await under.call('GET', `${BULK_PATH}/${jobId}/results.csv`);
    expect(results.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = results.text.trim().split('\r\n');
    expect(lines[0]).toBe('row,referenceNumber,status,shipmentId,code,field,message');
    expect(lines[1]).toMatch(/^1,bulk-\d+,created,shp_\w+,,,$/);
    expect(lines[2]).toMatch(/^2,bulk-\d+,failed,,PHONE_INVALID,shipToInfo\.phone,/);
  });

  it('gives all rows the defaults, and cells every field by its path', async () => {
    const { referenceNumber: _, ...defaults } = withCod();
    const csv = [
      'referenceNumber,codAmount,packagesInfo.0.weight,packagesInfo.0.description,packagesInfo.1.weight,' +
        'packagesInfo.1.description,metadata.channel,pricing.totalAmount',
      `${next()},90,1.5,Dates,2,Honey,app,90`,
      `${next()},80,1.5,Dates,,,,80`,
    ].join('\n');
    const { jobId } = await submit({ csv, defaults: { ...defaults, pricing: undefined } });
    await workAll();
    const [two, one] = await rowsOf(jobId);
    expect([two?.details, one?.details]).toEqual([[expect.anything()], [expect.anything()]]);
    // Sums must be exact here too: a row without subTotal is refused as create refuses it.
    expect(two?.details[0].field).toMatch(/^pricing/);
    const right = csv
      .replace(',pricing.totalAmount', '')
      .replaceAll(/,(90|80)$/gm, '')
      .replaceAll(/,(90|80),/g, ',115,');
    const again = await submit({ csv: right, defaults });
    await workAll();
    const created = await rowsOf(again.jobId);
    expect(created.map(({ status }) => status as string)).toEqual(['created', 'created']);
    const stored = (await under.call('GET', `/oe/aggtr/api/v1/shipments/${created[0]?.shipmentId}`)).body.data as Json;
    expect(stored.sent.packagesInfo).toMatchObject([{ weight: '1.500' }, { weight: '2.000', description: 'Honey' }]);
    expect(stored).toMatchObject({ metadata: { channel: 'app' }, codAmount: 115 });
  });

  it('refuses a file or a list that cannot be read, before anything is stored', async () => {
    const refusal = async (body: unknown): Promise<string> => {
      const { status, body: answer } = await under.call('POST', BULK_PATH, body);
      return `${status} ${(answer as Json).errorMessage as string}`;
    };
    expect(await refusal({ csv: 'referenceNumber,shipToInfo.nam\n1,2\n' })).toBe(
      '400 csv has the column "shipToInfo.nam", which is no field of a shipment; did you mean shipToInfo.name?',
    );
    expect(await refusal({ csv: 'referenceNumber,__proto__.polluted\n1,2\n' })).toMatch(/^400 .*which is no field/);
    expect(await refusal({ csv: 'referenceNumber\n' })).toBe('400 csv has no rows below its heading.');
    expect(await refusal({})).toMatch(/^400 shipments or csv is required/);
    expect(await refusal({ csv: 'referenceNumber\n1\n', shipments: [{}] })).toMatch(/^400 shipments or csv/);
    expect(await refusal({ shipments: [] })).toMatch(/^400/);
    expect(await refusal({ shipments: Array.from({ length: BULK.rowsMax + 1 }, () => ({})) })).toMatch(/^400/);
  });

  it('is accepted once under an idempotency key', async () => {
    const body = { shipments: [shipment()] };
    const headers = { 'idempotency-key': 'bulk-once' };
    const [one, other] = [await submit(body, { headers }), await submit(body, { headers })];
    expect(other.jobId).toBe(one.jobId);
    await workAll();
  });

  it('stores nothing by a process that lost the job, and creates its rows once', async () => {
    const { jobId } = await submit({ shipments: Array.from({ length: 20 }, () => shipment()) });
    const [frozen, none] = [await claimJob(under.dependencies), await claimJob(under.dependencies)];
    expect(none).toBeUndefined();
    under.passTime(BULK.leaseMs + 1);
    const taken = await claimJob(under.dependencies);
    expect(taken?.id).toBe(frozen?.id);
    // Both at once, and the frozen one once more at the end.
    await Promise.all([taken, frozen].map((job) => workJob(under.dependencies, job as NonNullable<typeof job>)));
    await workJob(under.dependencies, frozen as NonNullable<typeof frozen>);
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', rowsCreated: 20, rowsFailed: 0 });
  });

  it('creates no row after it is cancelled, not even one that was being judged', async () => {
    const { jobId } = await submit({ shipments: Array.from({ length: BULK.chunkRowsMax + 5 }, () => shipment()) });
    await workJob(under.dependencies, (await claimJob(under.dependencies)) as never);
    const judged = await claimJob(under.dependencies);
    const cancelled = await under.call('POST', `${BULK_PATH}/${jobId}/cancel`);
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', rowsCreated: BULK.chunkRowsMax, rowsPending: 5 });
    await workJob(under.dependencies, judged as NonNullable<typeof judged>);
    expect(await jobOf(jobId)).toMatchObject({ status: 'cancelled', rowsPending: 5 });
    const again = await under.call('POST', `${BULK_PATH}/${jobId}/cancel`);
    expect(again.body.data).toEqual(cancelled.body.data);
  });

  it('lets companies take turns, and one company work through its jobs one by one', async () => {
    const other = { ...under.owner, accountId: '0f0f7a3b9c2e4680' };
    const many = Array.from({ length: 3 * BULK.chunkRowsMax }, () => shipment());
    const [first, second] = [await submit({ shipments: many }), await submit({ shipments: [shipment()] })];
    const small = await submit({ shipments: [shipment()] }, { principal: other });
    const turns: string[] = [];
    for (let job = await claimJob(under.dependencies); job !== undefined; job = await claimJob(under.dependencies)) {
      turns.push(job.id);
      await workJob(under.dependencies, job);
    }
    expect(turns).toEqual([first.jobId, small.jobId, first.jobId, first.jobId, second.jobId]);
    expect((await under.call('GET', `${BULK_PATH}/${small.jobId}`)).status).toBe(404);
  });

  it('is refused while the company has too many jobs, of many that come at once too', async () => {
    const answers = await Promise.all(
      Array.from({ length: BULK.jobsRunningMax + 5 }, () => under.call('POST', BULK_PATH, { shipments: [shipment()] })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(BULK.jobsRunningMax);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    await workAll();
  });
});
