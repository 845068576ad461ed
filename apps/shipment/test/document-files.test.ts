import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { international } from './bodies.ts';
import { FakeKind } from './fake-kind.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';

interface Listed {
  kind: string;
  format: string;
  url: string;
  expiresAt: string;
}

const kind = new FakeKind();
let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await startShipmentForTest({ courierKinds: [kind] });
  await under.call('PUT', '/oe/aggtr/api/v1/courier-accounts/fakeship', { credentials: { key: 'key_shop_aaaa1111' } });
  await under.dependencies.couriers.of({ account_id: under.owner.accountId, courier: 'fakeship' });
});
afterAll(() => under.stop());

const documentsOf = async (id: string): Promise<Listed[]> =>
  (await under.call('GET', `${BASE}/${id}`)).body.data.documents as Listed[];
/** Without a token, as a printer opens it. */
const open = (url: string): Promise<Response> => fetch(url.replace('http://ship.example', under.service.url));

describe('the documents of a shipment', () => {
  test('are listed once it is booked, and open without a token as the same bytes', async () => {
    const created = await under.call('POST', BASE, { ...international(), referenceNumber: 'documents-1' });
    const id = created.body.data.shipmentId as string;
    expect(await documentsOf(id)).toEqual([]);
    await under.makeDueCalls();
    const listed = await documentsOf(id);
    expect(listed.map(({ kind: name, format }) => [name, format])).toEqual([
      ['COMMERCIAL_INVOICE', 'pdf'],
      ['PACKING_LIST', 'pdf'],
    ]);
    for (const { url } of listed) {
      const [first, again] = [await open(url), await open(url)];
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = Buffer.from(await first.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect((await open((listed[0] as Listed).url)).headers.get('content-disposition')).toBe(
      `inline; filename="${id}-commercial-invoice.pdf"`,
    );
  });

  test('are opened by no other address than the one that was given', async () => {
    const id = await under.ship({ ...international(), referenceNumber: 'documents-2' });
    const [invoice] = (await documentsOf(id)) as [Listed];
    const changes: [string, string, number][] = [
      ['commercial-invoice', 'packing-list', 403],
      ['commercial-invoice-', '', 403],
      ['commercial-invoice', 'unknown-kind', 404],
      ['signature=', 'signature=x', 403],
      [id, `${id}x`, 403],
    ];
    for (const [from, to, status] of changes)
      expect([from, (await open(invoice.url.replace(from, to))).status]).toEqual([from, status]);
    under.passTime(25 * 3_600_000);
    expect((await open(invoice.url)).status).toBe(410);
    under.passTime(-25 * 3_600_000);
  });

  test('are none within a country, and none of a shipment that was cancelled', async () => {
    expect(await documentsOf(await under.ship())).toEqual([]);
    const id = await under.ship({ ...international(), referenceNumber: 'documents-3' });
    const [invoice] = (await documentsOf(id)) as [Listed];
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    expect(await documentsOf(id)).toEqual([]);
    expect((await open(invoice.url)).status).toBe(409);
  });

  test('of the courier are served as it made them, beside ours', async () => {
    kind.current.next = [
      {
        kind: 'booked',
        awb: 'FS-DOCS',
        label: { service: 'ROAD' },
        documents: [
          { kind: 'label', format: 'pdf', bytes: Buffer.from('%PDF-1.4 label') },
          { kind: 'invoice', format: 'pdf', bytes: Buffer.from('%PDF-1.4 invoice') },
          { kind: 'receipt', format: 'png', bytes: Buffer.from('picture') },
        ],
      },
    ];
    const id = await under.ship({ ...international(), referenceNumber: 'documents-4', courierId: 'fakeship' });
    const listed = await documentsOf(id);
    expect(listed.map(({ kind: name }) => name)).toEqual([
      'COMMERCIAL_INVOICE',
      'PACKING_LIST',
      'COURIER_INVOICE',
      'COURIER_RECEIPT',
    ]);
    const [, , invoice, receipt] = listed as [Listed, Listed, Listed, Listed];
    expect(await (await open(invoice.url)).text()).toBe('%PDF-1.4 invoice');
    const picture = await open(receipt.url);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'picture']);
  });
});
