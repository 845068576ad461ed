import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';
import { drawLabels } from './render.ts';
import { placeOnA4 } from './sheet-a4.ts';
import type { SheetLayout, SheetPart } from './sheet-part.ts';

/**
 * One PDF of all labels, in their order. Ours come from one drawing, so that their fonts are in the file once. The same
 * parts give the same bytes.
 */
export async function renderSheet(parts: readonly SheetPart[], layout: SheetLayout): Promise<Uint8Array> {
  const sheet = await PDFDocument.create({ updateMetadata: false });
  sheet.setTitle('Labels');
  sheet.setCreator('Qafila');
  const pages = await pagesOf(parts);
  if (layout === 'a4') await placeOnA4(sheet, pages);
  else await appendAll(sheet, pages);
  // Old readers, such as those in printers, know no object streams.
  return sheet.save({ useObjectStreams: false });
}

/** How many pages each file has; null: it cannot be read, as one with a password. */
export async function countPages(files: readonly Uint8Array[]): Promise<(number | null)[]> {
  const counts: (number | null)[] = [];
  for (const file of files) counts.push(await pageCount(file).catch(() => null));
  return counts;
}

async function pageCount(file: Uint8Array): Promise<number | null> {
  return (await read(file)).getPages().length || null;
}

function read(file: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(file, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}

async function pagesOf(parts: readonly SheetPart[]): Promise<PDFPage[]> {
  const labels = parts.flatMap((part) => ('label' in part ? [part.label] : []));
  const drawn = labels.length === 0 ? [] : (await read(drawLabels(labels))).getPages();
  const pages: PDFPage[] = [];
  let next = 0;
  for (const part of parts)
    if ('file' in part) pages.push(...(await read(part.file)).getPages());
    else pages.push(...drawn.slice(next, (next += part.label.packages.length)));
  return pages;
}

/** Pages of one document are copied at once, so that what they share is copied once. */
async function appendAll(sheet: PDFDocument, pages: readonly PDFPage[]): Promise<void> {
  const copies = new Map<PDFPage, PDFPage>();
  for (const document of new Set(pages.map(({ doc }) => doc))) {
    const copied = await sheet.copyPages(document, document.getPageIndices());
    document.getPages().forEach((page, index) => copies.set(page, copied[index] as PDFPage));
  }
  for (const page of pages) sheet.addPage(copies.get(page));
}
