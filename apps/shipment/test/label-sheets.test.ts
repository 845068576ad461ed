import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PDFDocument } from '@napi-rs/canvas';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Json } from '@qafila/testing/http-call';
import { renderSheet } from '../src/label/sheet.ts';
import { LIMITS } from '../src/limits.ts';
import { domestic, riyadhParty } from './bodies.ts';
import { FakeKind } from './fake-kind.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';
import { pixelsOf, readPdf } from './read-pdf.ts';
import { generatedLabel } from './sample-labels.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
});

/** A label as a courier makes it. */
function courierPdf(pages: readonly [text: string, width: number, height: number][]): Buffer {
  const document = new PDFDocument();
  for (const [text, width, height] of pages) {
    const context = document.beginPage(width, height);
    context.font = '20px sans-serif';
    context.fillText(text, 20, 40);
    document.endPage();
  }
  return document.close();
}

async function barcodesOn(file: Buffer, page: number): Promise<string[]> {
  const { data, width, height } = await pixelsOf(file, page);
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as never, {
    formats: ['Code128'],
    maxNumberOfSymbols: 8,
  });
  const inOrder = found.sort(
    (a, b) =>
      Math.round((a.position.topLeft.y - b.position.topLeft.y) / 200) || a.position.topLeft.x - b.position.topLeft.x,
  );
  return inOrder.map(({ text }) => text);
}

const kind = new FakeKind();
let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await startShipmentForTest({ courierKinds: [kind] });
  await under.call('PUT', '/oe/aggtr/api/v1/courier-accounts/fakeship', { credentials: { key: 'key_shop_aaaa1111' } });
  await under.dependencies.couriers.of({ account_id: under.owner.accountId, courier: 'fakeship' });
});
afterAll(() => under?.stop());
beforeEach(() => {
  under.falcon.next = [];
});

const merge = async (shipmentIds: string[], layout?: string): Promise<Json> =>
  (await under.call('POST', `${BASE}/labels`, { shipmentIds, ...(layout !== undefined && { layout }) })).body.data;
/** Without a token, as a printer opens it. */
const open = (url: string): Promise<Response> => fetch(url.replace('http://ship.example', under.service.url));
const fileOf = async (url: string): Promise<Buffer> => {
  const answer = await open(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
};
const awbOf = async (id: string): Promise<string> => (await under.track(id)).awb as string;
/** At a courier without a label of its own. */
const ours = (body: Json = {}): Promise<string> => under.ship({ courierId: 'falcon', ...body });
const ofCourier = (awb: string, bytes: Buffer): Promise<string> => {
  kind.current.next = [
    { kind: 'booked', awb, label: { service: 'ROAD' }, documents: [{ kind: 'label', format: 'pdf', bytes }] },
  ];
  return under.ship({ courierId: 'fakeship' });
};

describe('labels of several shipments in one PDF', () => {
  test('are in the order of the shipments, ours and those of couriers, with all their pages', async () => {
    const two = [1, 2].map((weight) => ({ ...domestic().packagesInfo[0], weight }));
    const ids = [
      await ours({ packagesInfo: two }),
      await ofCourier('FS-ORDER', courierPdf([['OF COURIER', 288, 576]])),
      await ours(),
    ];
    const [first, , third] = await Promise.all(ids.map(awbOf));
    const answer = await merge([2, 1, 0].map((at) => ids[at] as string));
    expect(answer).toMatchObject({ shipments: 3, labels: 4, errors: [] });
    const file = await fileOf(answer.labelsUrl);
    expect((await fileOf(answer.labelsUrl)).equals(file)).toBe(true);
    const pages = await readPdf(file);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [288, 432],
      [288, 576],
      [288, 432],
      [288, 432],
    ]);
    expect(pages[1]?.texts.map(({ text }) => text)).toEqual(['OF COURIER']);
    expect(await Promise.all([1, 3, 4].map((page) => barcodesOn(file, page)))).toEqual([
      [`${third}-001`],
      [`${first}-001`],
      [`${first}-002`],
    ]);
  });

  test('stand four on a page of A4, in the order of reading, and still decode', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push(await ours());
    ids.push(
      await ofCourier(
        'FS-A4',
        courierPdf([
          ['WIDE LABEL', 576, 288],
          ['SECOND PAGE', 288, 432],
        ]),
      ),
    );
    const answer = await merge(ids, 'a4');
    expect(answer).toMatchObject({ shipments: 4, labels: 5 });
    const file = await fileOf(answer.labelsUrl);
    const pages = await readPdf(file);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [595, 842],
      [595, 842],
    ]);
    const awbs = await Promise.all(ids.slice(0, 3).map(awbOf));
    expect(await barcodesOn(file, 1)).toEqual(awbs.map((awb) => `${awb}-001`));
    const wide = pages[0]?.texts.find(({ text }) => text === 'WIDE LABEL');
    expect([(wide?.x ?? 0) > 297, (wide?.y ?? 999) < 421]).toEqual([true, true]);
    const last = pages[1]?.texts.find(({ text }) => text === 'SECOND PAGE');
    expect([(last?.x ?? 999) < 297, (last?.y ?? 0) > 421]).toEqual([true, true]);
  });

  test('leave out shipments without a label, and name each with its reason', async () => {
    const good = await ours();
    const cancelled = await ours();
    await under.call('POST', `${BASE}/${cancelled}/cancel`);
    await under.makeDueCalls();
    const broken = await ofCourier('FS-BROKEN', Buffer.from('%PDF-1.4 cut off'));
    const created = await under.call('POST', BASE, {
      ...domestic(),
      referenceNumber: 'sheet-pending',
      courierId: 'falcon',
    });
    const pending = created.body.data.shipmentId as string;
    const answer = await merge(['shp_of_others', pending, good, cancelled, broken]);
    expect(answer.errors.map(({ index, shipmentId, code }: Json) => [index, shipmentId, code])).toEqual([
      [0, 'shp_of_others', 'SHIPMENT_NOT_FOUND'],
      [1, pending, 'AWB_NOT_READY'],
      [3, cancelled, 'AWB_CANCELLED'],
      [4, broken, 'LABEL_UNREADABLE'],
    ]);
    expect(await readPdf(await fileOf(answer.labelsUrl))).toHaveLength(1);
    const none = await merge([pending]);
    expect([none.labelsUrl, none.shipments, none.errors.length]).toEqual([null, 0, 1]);
  });

  test('become void when a shipment is cancelled after its file was made, also a label of the courier', async () => {
    const ids = [await ours(), await ofCourier('FS-VOID', courierPdf([['OF COURIER', 288, 432]]))];
    const { labelsUrl } = await merge(ids);
    expect(await barcodesOn(await fileOf(labelsUrl), 1)).toHaveLength(1);
    for (const id of ids) await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    const file = await fileOf(labelsUrl);
    const pages = await readPdf(file);
    for (const [index, { texts }] of pages.entries()) {
      const all = texts.map(({ text }) => text).join(' ');
      expect(all).toContain('VOID');
      expect(all).not.toContain('OF COURIER');
      expect(await barcodesOn(file, index + 1)).toEqual([]);
    }
    expect(pages).toHaveLength(2);
  });

  test('are opened by no other address than the one that was given, and for 24 hours', async () => {
    const { labelsUrl } = await merge([await ours()]);
    const url = labelsUrl as string;
    const changes: [string, string, number][] = [
      ['signature=', 'signature=x', 403],
      ['labels-', '', 403],
      ['lbs_', 'lbs_0', 403],
      ['labels-', 'unknown-', 404],
    ];
    for (const [from, to, status] of changes)
      expect([from, to, (await open(url.replace(from, to))).status]).toEqual([from, to, status]);
    under.passTime(25 * 3_600_000);
    expect((await open(url)).status).toBe(410);
    const count = async (): Promise<number> => (await under.pool.query('SELECT 1 FROM label_sheet')).rows.length;
    const before = await count();
    await merge([await ours()]);
    // Two that have expired go, one comes.
    expect(await count()).toBe(Math.max(1, before - 1));
    under.passTime(-25 * 3_600_000);
  });

  test('are at most 300 labels: what is behind is for the next file', async () => {
    const many = Array.from({ length: 120 }, () => ({ weight: 1, description: 'Shirts' }));
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push(await ours({ packagesInfo: many }));
    ids.push(await ours());
    const answer = await merge(ids);
    expect([answer.shipments, answer.labels]).toEqual([2, 240]);
    expect(answer.errors.map(({ shipmentId, code }: Json) => [shipmentId, code])).toEqual([
      [ids[2], 'FILE_FULL'],
      [ids[3], 'FILE_FULL'],
    ]);
    const wrong = await under.call('POST', `${BASE}/labels`, {
      shipmentIds: Array.from({ length: 201 }, (_, at) => `s${at}`),
    });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('shipmentIds')]);
  });
});

test('a file with the most labels has its fonts once', async () => {
  const label = { ...generatedLabel(1), to: { ...generatedLabel(1).to, name: riyadhParty().name as string } };
  const [one, all] = [1, LIMITS.sheetPagesMax].map((count) =>
    Array.from({ length: count }, (_, at) => ({ label: { ...label, awb: `AWB${at}` } })),
  );
  for (const layout of ['4x6', 'a4'] as const) {
    const [small, large] = [await renderSheet(one as never, layout), await renderSheet(all as never, layout)];
    const fonts = (file: Uint8Array): number =>
      Buffer.from(file)
        .toString('latin1')
        .match(/\/FontFile2\b/g)?.length ?? 0;
    expect([layout, fonts(large)]).toEqual([layout, fonts(small)]);
    expect(fonts(small)).toBeGreaterThan(0);
  }
}, 120_000);
