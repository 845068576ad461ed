import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { runSeed } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { domestic } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const ROWS = 3_000;
const KILLS = 3;
const { referenceNumber: _, ...DEFAULTS } = domestic();

describe('a bulk job whose processes are killed', () => {
  let under: ShipmentUnderTest;

  beforeAll(async () => {
    // This process accepts and creates nothing by itself.
    under = await startShipmentForTest();
  });
  afterAll(() => under.stop());

  const number = async (sql: string): Promise<number> => Number((await under.pool.query(sql)).rows[0].n);
  const child = (): Promise<Service> =>
    spawnService({
      name: 'shipment',
      args: [fileURLToPath(new URL('bulk-child.mjs', import.meta.url))],
      env: { ...process.env, ...under.environment } as Record<string, string>,
      readyLine: 'working',
      deadlineMs: 120_000,
    });

  it('creates every row once', async () => {
    const seed = runSeed();
    const shipments = Array.from({ length: ROWS }, (_row, at) => ({ referenceNumber: `kill-${at}` }));
    const accepted = await under.call('POST', '/oe/aggtr/api/v1/shipments/bulk', { shipments, defaults: DEFAULTS });
    expect(accepted.status).toBe(202);
    const created = (): Promise<number> => number('SELECT rows_created AS n FROM bulk_job');
    let state = seed;
    let kills = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const worker = await child();
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const until = Math.min(ROWS - 200, (await created()) + 1 + (state % (ROWS / (KILLS + 2))));
      await eventually(async () => (await created()) >= until, { timeoutMs: 120_000, intervalMs: 1 });
      await worker.kill();
      if ((await created()) < ROWS) kills++;
      // The lease of the process that died would end by itself.
      await under.pool.query("UPDATE bulk_job SET leased_until = now() - interval '1 second'");
    }
    const last = await child();
    await eventually(async () => (await number("SELECT count(*) AS n FROM bulk_job WHERE status = 'done'")) === 1, {
      timeoutMs: 120_000,
    });
    await last.kill();
    expect(kills).toBeGreaterThan(0);
    expect(await created()).toBe(ROWS);
    expect(await number("SELECT count(*) AS n FROM shipment WHERE reference LIKE 'kill-%'")).toBe(ROWS);
    expect(
      await number(`
        SELECT count(*) AS n FROM bulk_row r JOIN shipment s ON s.account_id = r.account_id AND s.id = r.shipment_id
        WHERE r.status = 'created' AND s.reference = 'kill-' || (r.no - 1)`),
    ).toBe(ROWS);
  }, 600_000);
});
