import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { CourierScan } from '../src/couriers/courier.ts';
import { scansOfEach, TooManyCalls } from '../src/couriers/scans-of-each.ts';
import { COURIER } from '../src/limits.ts';

const waybills = Array.from({ length: 20 }, (_, at) => ({ awb: `W${at}`, shipmentId: `shp_${at}` }));
const scanOf = (awb: string): CourierScan => ({
  awb,
  status: 'PICKED_UP',
  occurredAtMs: 1,
  courierStatusCode: 'PU',
});

describe('waybills of one call each', () => {
  it('are so few at once that the courier does not limit us, and none is left out', async () => {
    let [open, most] = [0, 0];
    const scans = await scansOfEach(waybills, async ({ awb }) => {
      most = Math.max(most, ++open);
      await turn();
      open -= 1;
      return [scanOf(awb)];
    });
    expect(scans.map(({ awb }) => awb)).toEqual(waybills.map(({ awb }) => awb));
    expect(most).toBe(COURIER.waybillsAskedAtOnce);
  });

  it('are left once the courier limits us; what it said counts', async () => {
    let calls = 0;
    const scans = await scansOfEach(waybills, async ({ awb }) => {
      if (++calls > 5) throw new TooManyCalls('429');
      await turn();
      return [scanOf(awb)];
    });
    expect(scans).toHaveLength(5);
    expect(calls).toBeLessThan(10);
  });

  it('hide a failure of one of them, and show that of all', async () => {
    const ask = async ({ awb }: { awb: string }): Promise<CourierScan[]> => {
      if (awb === 'W3') throw new Error('no');
      return [scanOf(awb)];
    };
    expect(await scansOfEach(waybills, ask)).toHaveLength(19);
    await expect(scansOfEach(waybills.slice(3, 4), ask)).rejects.toThrow('no');
  });
});
