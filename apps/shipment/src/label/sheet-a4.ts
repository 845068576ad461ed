import { degrees } from 'pdf-lib';
import type { PDFDocument, PDFEmbeddedPage, PDFPage } from 'pdf-lib';

/** In points. Office printers leave a margin of about 4 mm white. */
const A4 = { width: 595.28, height: 841.89, margin: 12 } as const;
const BESIDE = 2;
const LABELS_ON_PAGE = 4;

interface Box {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** Four on each page, in the order of reading: made smaller to fit, never larger, and turned upright. */
export async function placeOnA4(sheet: PDFDocument, pages: readonly PDFPage[]): Promise<void> {
  const embedded = await embedAll(sheet, pages);
  let target: PDFPage | undefined;
  pages.forEach((page, index) => {
    const at = index % LABELS_ON_PAGE;
    if (at === 0 || target === undefined) target = sheet.addPage([A4.width, A4.height]);
    const drawn = embedded.get(page);
    // A page without content stays white.
    if (drawn !== undefined) place(target, drawn, { clockwise: page.getRotation().angle, box: cell(at) });
  });
}

/** Pages of one document are embedded at once, so that what they share is copied once. */
async function embedAll(sheet: PDFDocument, pages: readonly PDFPage[]): Promise<Map<PDFPage, PDFEmbeddedPage>> {
  const embedded = new Map<PDFPage, PDFEmbeddedPage>();
  const written = pages.filter(({ node }) => node.Contents() !== undefined);
  for (const document of new Set(written.map(({ doc }) => doc))) {
    const ofOne = written.filter(({ doc }) => doc === document);
    const boxes = ofOne.map((page) => {
      const { x, y, width, height } = page.getCropBox();
      return { left: x, bottom: y, right: x + width, top: y + height };
    });
    const made = await sheet.embedPages(ofOne, boxes);
    ofOne.forEach((page, index) => embedded.set(page, made[index] as PDFEmbeddedPage));
  }
  return embedded;
}

function cell(at: number): Box {
  const [width, height] = [A4.width / BESIDE, A4.height / (LABELS_ON_PAGE / BESIDE)];
  return {
    left: (at % BESIDE) * width + A4.margin,
    bottom: A4.height - (Math.floor(at / BESIDE) + 1) * height + A4.margin,
    width: width - 2 * A4.margin,
    height: height - 2 * A4.margin,
  };
}

/** `clockwise`: how the page asks to be turned when it is shown. */
function place(target: PDFPage, page: PDFEmbeddedPage, { clockwise, box }: { clockwise: number; box: Box }): void {
  const shown = (((clockwise % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const isWide = shown % 180 === 0 ? page.width > page.height : page.height > page.width;
  const angle = (shown + (isWide ? 90 : 0)) % 360;
  const [across, up] = angle % 180 === 0 ? [page.width, page.height] : [page.height, page.width];
  const scale = Math.min(1, box.width / across, box.height / up);
  const left = box.left + (box.width - across * scale) / 2;
  const bottom = box.bottom + (box.height - up * scale) / 2;
  // It is turned about its lower left corner, which then stands elsewhere.
  const x = angle === 180 || angle === 270 ? left + across * scale : left;
  const y = angle === 90 || angle === 180 ? bottom + up * scale : bottom;
  target.drawPage(page, { x, y, xScale: scale, yScale: scale, rotate: degrees(-angle) });
}
