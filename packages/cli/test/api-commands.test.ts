import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Customer } from '../../../test/harness/customer.ts';
import { openPlatform } from '../../../test/harness/platform.ts';
import type { SharedPlatform } from '../../../test/harness/platform.ts';
import { newMachine, SAMPLE } from './run-cli.ts';
import type { Machine } from './run-cli.ts';

let platform: SharedPlatform;
let machine: Machine;
beforeAll(async () => {
  [platform, machine] = await Promise.all([openPlatform('one-process'), newMachine()]);
  const { code, stderr } = await machine.run(['login', '--demo', join(platform.merchantDir, 'demo.json')]);
  expect([code, stderr]).toEqual([0, '']);
}, 180_000);
afterAll(() => machine?.remove());

const profiles = async (): Promise<string> => readFile(join(machine.configDir, 'profiles.json'), 'utf8');

describe('login', () => {
  test('stores the keys where only the owner may read them', async () => {
    expect((await stat(join(machine.configDir, 'profiles.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(machine.configDir)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await profiles()).profiles.default.apiKey).toBe(platform.merchant.apiKey);
  });

  test('shows who that is, without the keys', async () => {
    const { stdout } = await machine.run(['whoami']);
    expect(stdout).toContain(platform.merchant.accountId);
    expect(stdout).not.toContain(platform.merchant.apiKey);
    expect(stdout).not.toContain(platform.merchant.hmacSecret);
    expect(await machine.json('whoami')).toMatchObject({
      profile: 'default',
      accountId: platform.merchant.accountId,
      mode: 'stage',
      scopes: expect.arrayContaining(['usage:write']),
      signsRequests: true,
      serviceAccount: platform.merchant.clientId,
    });
  });

  test('takes the keys as options under a name, and logs out of that name only', async () => {
    const { gatewayUrl, apiKey, accountId, hmacSecret } = platform.merchant;
    const keys = ['--base-url', `${gatewayUrl}/`, '--api-key', apiKey, '--account-id', accountId];
    const added = await machine.run(['login', '--profile', 'second', ...keys, '--hmac-secret', hmacSecret]);
    expect([added.code, added.stderr]).toEqual([0, '']);
    expect(await machine.json('whoami', '--profile', 'second')).toMatchObject({ serviceAccount: null });
    const shipment = await machine.run(['ship', '--profile', 'second']);
    expect([shipment.code, shipment.stderr]).toEqual([4, expect.stringContaining('Shipments need a service account')]);
    expect(await machine.json('logout', '--profile', 'second')).toEqual({ profile: 'second', deleted: true });
    expect(Object.keys(JSON.parse(await profiles()).profiles)).toEqual(['default']);
    expect((await machine.run(['login', '--demo', join(platform.merchantDir, 'demo.json')])).code).toBe(0);
    expect((await machine.run(['logout', '--profile', 'second'])).code).toBe(4);
  });

  test('stores nothing when a key is not valid', async () => {
    const before = await profiles();
    const environment = { QAFILA_API_KEY: 'sk_stage_wrong' };
    const used = await machine.run(['get', 'meter'], { environment });
    expect([used.code, used.stderr]).toEqual([4, expect.stringContaining('401 invalid_api_key')]);
    const keys = ['--base-url', platform.merchant.gatewayUrl, '--api-key', 'sk_stage_wrong', '--account-id', 'x'];
    expect((await machine.run(['login', ...keys])).code).toBe(4);
    expect(await profiles()).toBe(before);
  });
});

describe('requests', () => {
  test('are signed, and their answers pretty-printed with the digits of the API', async () => {
    const meter = '{"id":"calls","name":"Calls","aggregation_type":"count"}';
    const created = await machine.run(['post', 'meter', '--data', meter]);
    expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^\{\n {2}"id": "calls",\n/)]);
    expect(created.stderr).toMatch(/^201 \d+ ms {2}[\w-]+\n$/);
    expect(await machine.json('get', '/public/v1/meter')).toMatchObject({ data: { items: [{ id: 'calls' }] } });
    expect((await machine.run(['get', 'meter/calls', '--field', 'name'])).stdout).toBe('Calls\n');
    const renamed = await machine.run(['patch', 'meter/calls', '-d', '-', '--json'], { input: '{"name":"API calls"}' });
    expect(JSON.parse(renamed.stdout)).toMatchObject({ name: 'API calls' });
    await writeFile(join(machine.dir, 'courier.json'), '{"enabled":true}');
    expect((await machine.run(['put', 'shipments/couriers/sandbox-express', '--data', '@courier.json'])).code).toBe(0);
    const { _id } = await machine.json('checkout', 'create', '--amount', '10.50');
    const amount = await machine.run(['get', `payment/intent/${_id}`]);
    expect(amount.stdout).toMatch(/"amount": 10\.50?,\n/);
  });

  test('that the API refuses end with 1, and say which rules they break', async () => {
    const { code, stdout, stderr } = await machine.run(['post', 'payment/checkout', '--data', '{"amount":1}']);
    expect([code, JSON.parse(stdout).success]).toEqual([1, false]);
    expect(stderr).toMatch(/✗ 400 validation_error: .*\n {2}currency is required/);
    expect(stderr).toContain('  success_url is required');
    expect(await machine.json('get', 'meter/unknown')).toMatchObject({ error: { status: 404, code: 'not_found' } });
    expect((await machine.run(['delete', 'webhook/endpoints/ep_unknown'])).code).toBe(1);
  });

  test('without an answer end with 3', async () => {
    const environment = { QAFILA_BASE_URL: 'http://127.0.0.1:9999' };
    const { code, stderr } = await machine.run(['get', 'meter'], { environment });
    expect([code, stderr]).toEqual([3, expect.stringContaining('cannot be reached (ECONNREFUSED)')]);
  });
});

describe('usage', () => {
  beforeAll(async () => {
    const tokens =
      '{"id":"tokens","name":"Tokens","aggregation_type":"sum","aggregation_field":"tokens","group_by":["model"]}';
    await machine.run(['post', 'meter', '--data', tokens]);
  });

  test('is sent once, whatever the repeats', async () => {
    const event = ['usage', 'send', 'tokens', 'model=large', 'tokens=173.25', '--event-id', 'req-1'];
    const timed = [...event, '--timestamp', '2024-01-05T10:00:00Z'];
    expect((await machine.run(timed)).stdout).toMatch(/✓ req-1 is counted\. tokens in 2024-01: 173\.25\n/);
    expect((await machine.run(timed)).stdout).toContain('was received before, with the same content');
    expect(await machine.json(...timed)).toMatchObject({ event_id: 'req-1', counted: false, identical: true });
    expect((await machine.run(event)).code).toBe(1);
    expect(await machine.json('usage', 'send', 'tokens', '--reverses', 'req-1')).toMatchObject({ counted: true });
    const again = await machine.run(['usage', 'send', 'tokens', '--payload', '{"model":"small","tokens":2}']);
    expect(again.stdout).toContain('is counted');
  });

  test('is imported from a CSV file once, and shown by hour as a table and a chart', async () => {
    const command = ['usage', 'import', SAMPLE, '--meter', 'generated', '--create-meter', 'sum:GeneratedTokens'];
    expect((await machine.run(command)).stdout).toBe('✓ 300 rows: 300 accepted, 0 received before, 0 refused\n');
    expect(await machine.json(...command)).toEqual({
      meter: 'generated',
      rows: 300,
      accepted: 0,
      received_before: 300,
      refused: [],
    });
    const tokens = (await readFile(SAMPLE, 'utf8'))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[2]));
    const total = tokens.reduce((sum, each) => sum + each, 0);
    const { data } = await machine.json('usage', 'query', 'generated');
    expect(data).toEqual([expect.objectContaining({ value: String(total), windowStart: '2023-11-16T00:00:00.000Z' })]);
    const table = await machine.run(['usage', 'query', 'generated', '--window', 'hour', '--from', '2023-11-16']);
    expect(table.stdout).toMatch(/^hour +value +billable\n2023-11-16 00:00 +\d+ +\d+\n/);
    const chart = await machine.run(['usage', 'query', 'generated', '--window', 'hour', '--chart']);
    expect(chart.stdout.trim().split('\n')).toHaveLength(24);
    expect(chart.stdout).toMatch(/^2023-11-16 15:00 {2}█{50,60} {2}4328$/m);
  });

  test('rows that the meter refuses are named by their line', async () => {
    await writeFile(
      join(machine.dir, 'usage.csv'),
      'time,tokens,model\n2024-01-05 10:00:00,5,"a, b"\n2024-01-05,many,c\n',
    );
    const { code, stdout, stderr } = await machine.run(['usage', 'import', 'usage.csv', '--meter', 'tokens']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^! 2 rows: 1 accepted, 0 received before, 1 refused\n {2}line 3: \w+: /);
    expect(stderr).toContain('import the file again');
    const { data } = await machine.json('usage', 'query', 'tokens', '--group-by', 'model', '--filter', 'model=a, b');
    expect(data).toMatchObject([{ value: '5', groupBy: { model: 'a, b' } }]);
  });
});

describe('a checkout', () => {
  test('is created, paid by the customer, and waited for', async () => {
    const running = machine.start('checkout', 'create', '--amount', '15.50', '--reference', 'order-1', '--wait');
    const [, url = ''] = await running.writes(/Pay here:\n {2}(\S+)\n/);
    await running.writes(/requires_payment_method/);
    const { gatewayUrl, sandboxUrl } = platform.merchant;
    const customer = await new Customer([gatewayUrl, sandboxUrl].map((each) => new URL(each).origin)).open(url);
    await pay(customer);
    expect([await running.end(), running.stderr]).toEqual([0, expect.stringContaining('Waiting for the customer')]);
    expect(running.stdout).toMatch(/succeeded\n✓ Paid\./);
  });

  test('that ends otherwise is exit code 1, and its end is the JSON', async () => {
    const running = machine.start('checkout', 'create', '--amount', '15.50', '--wait', '--json');
    await running.writes(/Waiting/);
    const { items } = (await machine.json('get', 'payment/intent')).data;
    const cancelled = await machine.run(['delete', `payment/intent/${items[0]._id}`]);
    expect(cancelled.code).toBe(0);
    expect(await running.end()).toBe(1);
    expect(running.lines()[0]).toMatchObject({ pi_status: 'canceled' });
  });
});

async function pay(customer: Customer): Promise<void> {
  await customer.send(new URL(customer.url).pathname, { method: 'card' });
  await customer.send('', { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' });
}

describe('a parcel', () => {
  test('is shipped, labelled and tracked', async () => {
    const shipped = await machine.run(['ship', '--cod', '100', '--to-name', 'نورة']);
    expect([shipped.code, shipped.stderr]).toEqual([0, '']);
    const [id = ''] = /shp_\w+/.exec(shipped.stdout) ?? [];
    expect((await machine.run(['label', id])).stdout).toContain(`${id}.pdf`);
    expect((await readFile(join(machine.dir, `${id}.pdf`))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await machine.json('label', id, '--format', 'png', '-o', 'a.png')).toMatchObject({ file: 'a.png' });
    expect((await readFile(join(machine.dir, 'a.png'))).subarray(1, 4).toString()).toBe('PNG');
    expect((await machine.run(['label', id, '--format', 'zpl', '-o', '-'])).stdout).toMatch(/^\^XA/);
    const watched = await machine.run(['track', id, '--watch']);
    expect(watched.stdout).toMatch(/PICKED_UP[^]*DELIVERED[^]*DELIVERED, cash 100 of 100 SAR collected\n$/);
    expect(await machine.json('track', id)).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: 100 });
    const back = await machine.run(['ship', '--return-of', id, '--quantity', '1']);
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('reference return-')]);
  });

  test('from a file keeps its fields, and is watched as a line of JSON for each scan', async () => {
    const { shipmentId, referenceNumber } = await machine.json('ship', '--weight', '2', '--courier', 'sandbox-economy');
    expect(referenceNumber).toMatch(/^order-/);
    const { stdout } = await machine.run(['track', shipmentId, '--watch', '--json']);
    const scans = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).status as string);
    expect([scans[0], scans.at(-1)]).toEqual(['BOOKED', 'DELIVERED']);
    const refused = await machine.run(['ship', '--file', '-'], { input: '{"referenceNumber":"x"}' });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/\n {2}shipToInfo:? is required/)]);
  });
});

test('a correction of the books takes effect when a second reviewer approves it', async () => {
  const [first = '', second = ''] = (platform.merchant as { reviewKeys?: string[] }).reviewKeys ?? [];
  const { _id, checkout_page_url: page } = await machine.json('checkout', 'create', '--amount', '20');
  await fetch(page, { method: 'POST', body: new URLSearchParams({ method: 'card' }), redirect: 'manual' });
  const adjustment = JSON.stringify({
    payment_intent_id: _id,
    debit_account: 'fees',
    credit_account: 'gateway_receivable',
    amount: '0.50',
    reason: 'The gateway kept less',
    evidence: 'statement line 17',
    person: 'Amal Haddad',
  });
  const as = (key: string): { environment: Record<string, string> } => ({ environment: { QAFILA_API_KEY: key } });
  const post = ['post', 'payment/adjustment', '--data', adjustment, '--field', 'data._id'];
  expect((await machine.run(post)).code).toBe(1);
  const proposed = await machine.run(post, as(first));
  expect(proposed.stderr).toMatch(/^202 /);
  const approve = ['payments', 'approve', proposed.stdout.trim(), '--person', 'Omar Siddiqui'];
  const same = await machine.run(approve, as(first));
  expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('403 same_key')]);
  const approved = await machine.run(approve, as(second));
  expect([approved.code, approved.stdout]).toEqual([
    0,
    expect.stringMatching(/is applied\n {2}adjustment\/rd_\w+: fees 0\.5\n/),
  ]);
  expect((await machine.run(['payments', 'queue'])).stdout).toBe('Nothing is in manual review.\n');
  const unknown = await machine.run(['payments', 'resolve', 'op_none', '--outcome', 'ask'], as(first));
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('404 not_found')]);
  expect((await machine.run(['payments', 'resolve', 'op_none', '--outcome', 'maybe'])).code).toBe(2);
});
