import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPlatform } from '../../../test/harness/platform.ts';
import type { SharedPlatform } from '../../../test/harness/platform.ts';
import { newMachine } from './run-cli.ts';
import type { Machine } from './run-cli.ts';

let platform: SharedPlatform;
let machine: Machine;
beforeAll(async () => {
  [platform, machine] = await Promise.all([openPlatform('one-process'), newMachine()]);
  const { code, stderr } = await machine.run(['login', '--demo', join(platform.merchantDir, 'demo.json')]);
  expect([code, stderr]).toEqual([0, '']);
}, 180_000);
afterAll(() => machine?.remove());

const place = (city: string): object => ({
  name: 'نورة العتيبي',
  phone: '+966501234567',
  addressLine1: 'طريق الملك فهد',
  city,
  countryCode: 'SA',
  shortAddress: 'RRRD2929',
});

describe('shipments', () => {
  test('bulk creates the rows of a file made from the template, and writes what became of each', async () => {
    const template = await machine.run(['shipments', 'template']);
    const [head, example] = template.stdout.trim().split('\r\n') as [string, string];
    const run = Date.now().toString(36);
    const row = (at: number): string => example.replace('order-1001', `cli-${run}-${at}`);
    const file = join(machine.configDir, 'orders.csv');
    await writeFile(file, [head, row(1), row(2)].join('\n'));
    const done = await machine.run(['--json', 'shipments', 'bulk', file]);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'done', rowsCreated: 2, rowsFailed: 0 });
    const results = (await readFile(`${file}.results.csv`, 'utf8')).trim().split('\r\n');
    expect(results[1]).toMatch(new RegExp(`^1,cli-${run}-1,created,shp_`));

    await writeFile(file, [head, row(3), row(3)].join('\n'));
    const partly = await machine.run(['shipments', 'bulk', file, '--results', join(machine.configDir, 'out.csv')]);
    expect([partly.code, partly.stdout]).toEqual([1, expect.stringContaining('1 created, 1 refused')]);
    expect(await readFile(join(machine.configDir, 'out.csv'), 'utf8')).toContain('REFERENCE_DUPLICATE');
  }, 120_000);

  test('quote shows the offers of all couriers', async () => {
    const body = {
      referenceNumber: 'quote',
      currency: 'SAR',
      shipToInfo: place('الرياض'),
      shipFromInfo: place('جدة'),
      packagesInfo: [{ weight: '1.25', description: 'Shirts' }],
    };
    const { code, stdout } = await machine.run(['shipments', 'quote', '--file', JSON.stringify(body)]);
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).slice(0, 4)),
    ).toEqual([
      ['19.00', 'SAR', 'sandbox-economy', 'ECONOMY'],
      ['27.00', 'SAR', 'sandbox-express', 'STANDARD'],
      ['43.00', 'SAR', 'sandbox-express', 'NOON'],
    ]);
  }, 120_000);
});
