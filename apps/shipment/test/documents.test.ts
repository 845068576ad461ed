import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { toMinorUnits } from '@qafila/money/minor-units';
import { dueDocuments, papersOf } from '../src/documents/due-documents.ts';
import type { DocumentFacts, DrawnDocument } from '../src/documents/due-documents.ts';
import { registerFonts } from '../src/label/fonts.ts';
import { drawPaper, renderPapers } from '../src/label/paper/draw-paper.ts';
import type { Paper } from '../src/label/paper/paper.ts';
import { changed, international, read, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';
import { recording } from './label-oracle.ts';
import type { WrittenText } from './label-oracle.ts';

/** From Riyadh to Berlin, two packages, with all amounts that an invoice can have. */
function toBerlin(): Body {
  return changed(international(), {
    currency: 'SAR',
    incoterm: 'DDP',
    insuranceAmount: '500.00',
    customs: {
      contentType: 'MERCHANDISE',
      reasonForExport: 'SALE',
      invoiceNumber: 'INV-77',
      invoiceDate: '2026-11-21',
      iossNumber: 'IM0123456789',
      eoriNumber: 'DE123456789012345',
      vatNumber: '300000000000003',
      postalForm: 'CN23',
    },
    pricing: {
      subTotal: '340.50',
      discountAmount: '40.50',
      taxAmount: '45.00',
      shippingAmount: '55.00',
      totalAmount: '400.00',
    },
    shipToInfo: {
      name: 'Greta Schönfeld',
      companyName: 'Schönfeld Import GmbH',
      phone: '+493012345678',
      addressLine1: 'Straße des 17. Juni 135',
      city: 'Berlin',
      postalCode: '10623',
      countryCode: 'DE',
      taxId: 'DE811569869',
    },
    packagesInfo: [
      {
        weight: '1.5',
        length: 30,
        width: 20.5,
        height: 10,
        description: 'Dates',
        declaredValue: 200,
        items: [
          {
            sku: 'DATES-1',
            name: 'تمر سكري فاخر',
            customsDescription: 'Sukkari dates, dried, in a box of 250 g',
            quantity: 4,
            unitPrice: 50,
            taxRate: 15,
            hsCode: '080410',
            originCountry: 'SA',
            unitWeight: '0.25',
          },
        ],
      },
      {
        weight: '0.75',
        description: 'Shirts',
        declaredValue: '140.50',
        items: [
          {
            sku: 'SHIRT-M',
            name: 'Cotton shirt',
            quantity: 1,
            unitPrice: '140.50',
            discountAmount: '40.50',
            taxRate: 15,
            hsCode: '610910',
            originCountry: 'PK',
            unitWeight: '0.5',
          },
        ],
      },
    ],
  });
}

function factsOf(body: Body): DocumentFacts {
  return { request: read(body), awb: '1234567890', courier: 'DHL Express', date: '2026-11-23' };
}

function paper(kind: DrawnDocument, body: Body = toBerlin()): Paper {
  return papersOf(kind, factsOf(body))[0] as Paper;
}

interface DrawnPage {
  width: number;
  height: number;
  written: WrittenText[];
  png: () => Buffer;
}

/** The pages with what is written on them; the pictures have two dots for a point. */
function draw(drawn: Paper): DrawnPage[] {
  registerFonts();
  const pages: DrawnPage[] = [];
  drawPaper(
    drawn,
    (width, height) => {
      const canvas = createCanvas(width * 2, height * 2);
      const written: WrittenText[] = [];
      pages.push({ width, height, written, png: () => canvas.toBuffer('image/png') });
      const context = canvas.getContext('2d');
      context.scale(2, 2);
      return recording(context, written);
    },
    () => {},
  );
  return pages;
}

const textsOf = (pages: readonly DrawnPage[]): string[] =>
  pages.flatMap(({ written }) => written.map(({ text }) => text));

describe('the documents of a shipment', () => {
  it('are those that customs need: none within a country, and a postal form only on demand', () => {
    expect(dueDocuments(read(withCod()))).toEqual([]);
    expect(dueDocuments(read(international()))).toEqual(['COMMERCIAL_INVOICE', 'PACKING_LIST']);
    expect(dueDocuments(read(toBerlin()))).toEqual(['COMMERCIAL_INVOICE', 'PACKING_LIST', 'CN23']);
  });

  it('have every amount of the body, and lines that add up to the goods', () => {
    const { rows, totals } = paper('COMMERCIAL_INVOICE');
    const lines = rows.map((row) => toMinorUnits(row.at(-1) as string, 'SAR'));
    expect(lines.reduce((sum, line) => sum + line, 0n)).toBe(34_050n);
    expect(totals.map(({ title, value }) => [title[0], value])).toEqual([
      ['Goods', '340.50 SAR'],
      ['Discount', '- 40.50 SAR'],
      ['Freight', '55.00 SAR'],
      ['Tax', '45.00 SAR'],
      ['Insured for', '500.00 SAR'],
      ['Value for customs', '340.50 SAR'],
      ['TOTAL', '400.00 SAR'],
    ]);
  });

  it('name seller, buyer, tariff codes, origins, weights and terms on the invoice', () => {
    const texts = textsOf(draw(paper('COMMERCIAL_INVOICE'))).join('\n');
    for (const text of [
      'COMMERCIAL INVOICE',
      'فاتورة تجارية',
      'Mohammed Al-Qahtani',
      'محمد عبد الله القحطاني',
      'Schönfeld Import GmbH',
      'Tax DE811569869',
      'VAT 300000000000003, EORI DE123456789012345, IOSS IM0123456789',
      'INV-77',
      '2026-11-21',
      '1234567890',
      'DHL Express',
      'SALE',
      'DDP',
      '080410',
      '610910',
      'PK',
      '2.250 kg',
      '1.500 kg',
      'Sukkari dates, dried',
      'تمر سكري فاخر',
      'Signature',
      'التوقيع',
      '1 / 1',
    ])
      expect(texts).toContain(text);
  });

  it('call an invoice of what is not sold pro forma', () => {
    const gift = changed(toBerlin(), { 'customs.reasonForExport': 'GIFT' });
    expect(paper('COMMERCIAL_INVOICE', gift).title[0]).toBe('PRO FORMA INVOICE');
  });

  it('list what is in which package, without prices', () => {
    const { rows, totals } = paper('PACKING_LIST');
    expect(rows.map((row) => [row[0], ...row.slice(2)])).toEqual([
      ['1 / 2', '4', '1.000 kg', '1.500 kg', '30 × 20.5 × 10'],
      ['2 / 2', '1', '0.500 kg', '0.750 kg', ''],
    ]);
    expect(totals.map(({ value }) => value)).toEqual(['5', '1.500 kg', '2.250 kg']);
    expect(textsOf(draw(paper('PACKING_LIST'))).join(' ')).not.toContain('50.00');
  });

  it('declare each package for the post, and no CN22 above two kilograms', () => {
    const forms = papersOf('CN23', factsOf(toBerlin()));
    expect(forms.map(({ totals }) => totals.map(({ value }) => value))).toEqual([
      ['1.500 kg', '200.00 SAR'],
      ['0.750 kg', '140.50 SAR'],
    ]);
    const small = changed(toBerlin(), { 'customs.postalForm': 'CN22' });
    expect(papersOf('CN22', factsOf(small)).map(({ size }) => size)).toEqual(['A6', 'A6']);
    expect(() => read(changed(small, { 'packagesInfo.0.weight': '2.001' }))).toThrow('at most 2 kg with a CN22');
  });

  it('go on to further pages with every line once, and sign on the last', () => {
    const body = toBerlin();
    const item = body.packagesInfo[1].items[0];
    const count = 97;
    body.packagesInfo[1].items = Array.from({ length: count }, (_, at) => ({ ...item, sku: `LINE-${at}!` }));
    Object.assign(body, { pricing: { subTotal: '13828.50', discountAmount: '3928.50', totalAmount: '11385.00' } });
    body.packagesInfo[1].declaredValue = '13628.50';
    const pages = draw(paper('COMMERCIAL_INVOICE', body));
    expect(pages.length).toBeGreaterThan(3);
    const all = textsOf(pages).join('\n');
    for (let at = 0; at < count; at++) expect(all.split(`LINE-${at}!`)).toHaveLength(2);
    pages.forEach(({ written }, index) => {
      const texts = written.map(({ text }) => text);
      expect(texts).toContain(`${index + 1} / ${pages.length}`);
      expect(texts.some((text) => text.startsWith('Signature'))).toBe(index === pages.length - 1);
    });
  });

  it.each<[DrawnDocument, Body]>([
    ['COMMERCIAL_INVOICE', toBerlin()],
    ['PACKING_LIST', toBerlin()],
    ['CN23', toBerlin()],
    ['CN22', changed(toBerlin(), { 'customs.postalForm': 'CN22' })],
    ['COMMERCIAL_INVOICE', longTexts()],
    ['CN22', changed(longTexts(), { 'customs.postalForm': 'CN22' })],
  ])('keep all texts of a %s on the page and apart', (kind, body) => {
    for (const { width, height, written } of papersOf(kind, factsOf(body)).flatMap(draw)) {
      const boxes = written.map(({ x, y, width: wide, size, text }) => ({
        left: x,
        right: x + wide,
        top: y - size * 0.75,
        bottom: y + size * 0.2,
        text,
      }));
      for (const { text, left, right, top, bottom } of boxes)
        expect([text, left >= 0 && right <= width && top >= 0 && bottom <= height]).toEqual([text, true]);
      boxes.forEach((box, index) =>
        boxes.slice(index + 1).forEach((other) => {
          const isApart =
            box.left >= other.right - 0.1 ||
            other.left >= box.right - 0.1 ||
            box.top >= other.bottom - 0.1 ||
            other.top >= box.bottom - 0.1;
          if (!isApart) expect([box, other]).toEqual('apart');
        }),
      );
    }
  });

  it.each<[string, DrawnDocument]>([
    ['invoice', 'COMMERCIAL_INVOICE'],
    ['packing-list', 'PACKING_LIST'],
    ['cn23', 'CN23'],
    ['cn22', 'CN22'],
  ])('look like the reviewed image: %s', async (name, kind) => {
    const body = changed(toBerlin(), { 'customs.postalForm': kind === 'CN22' ? 'CN22' : 'CN23' });
    const png = (draw(paper(kind, body))[0] as DrawnPage).png();
    const file = new URL(`golden/${name}.png`, import.meta.url);
    if (!existsSync(file)) writeFileSync(file, png);
    const [now, golden] = await Promise.all([png, readFileSync(file)].map(pixelsOf));
    let different = 0;
    for (let at = 0; at < now!.length; at += 4) if (now![at]! < 128 !== golden![at]! < 128) different++;
    expect(different).toBeLessThan((now!.length / 4) * 0.001);
  });

  it('give the same bytes for the same shipment', () => {
    const papers = papersOf('COMMERCIAL_INVOICE', factsOf(toBerlin()));
    expect(renderPapers(papers).equals(renderPapers(papers))).toBe(true);
    expect(renderPapers(papers).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** Texts as long as the body's limits allow. */
function longTexts(): Body {
  const long = (word: string): string => `${word} `.repeat(250).slice(0, 249).trim();
  return changed(toBerlin(), {
    'customs.reasonForExport': long('sale'),
    'customs.invoiceNumber': 'I'.repeat(250),
    referenceNumber: 'R'.repeat(250),
    'shipToInfo.name': long('Greta'),
    'shipToInfo.addressLine1': 'S'.repeat(250),
    'shipToInfo.district': long('Mitte'),
    'packagesInfo.0.items.0.name': long('تمر'),
    'packagesInfo.0.items.0.customsDescription': long('dates'),
    'packagesInfo.0.items.0.sku': 'K'.repeat(250),
  });
}

async function pixelsOf(png: Buffer): Promise<Uint8ClampedArray> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}
