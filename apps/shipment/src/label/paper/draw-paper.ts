import { PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawCode128In } from '../barcode.ts';
import { fitText, writeRow } from '../fit-text.ts';
import { registerFonts } from '../fonts.ts';
import { horizontal, inverse, vertical } from '../grid.ts';
import { measuresOf, rowsOnPages } from './layout.ts';
import type { Measures } from './layout.ts';
import type { Bilingual, Paper, PaperField } from './paper.ts';

/** One PDF of all papers. The same papers give the same bytes. */
export function renderPapers(papers: readonly Paper[]): Buffer {
  registerFonts();
  const document = new PDFDocument({ title: papers[0]?.title[0], creator: 'Qafila' });
  for (const paper of papers)
    drawPaper(
      paper,
      (width, height) => document.beginPage(width, height) as never,
      () => document.endPage(),
    );
  return document.close();
}

/** `begin` gives the context of a page, in points. */
export function drawPaper(
  paper: Paper,
  begin: (width: number, height: number) => SKRSContext2D,
  end: () => void,
): void {
  const measures = measuresOf(paper);
  const pages = rowsOnPages(paper);
  let first = 0;
  pages.forEach((count, index) => {
    const context = begin(measures.width, measures.height);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, measures.width, measures.height);
    context.fillStyle = '#000';
    const page = new PaperPage(context, paper, measures);
    page.drawTitle(`${index + 1} / ${pages.length}`);
    if (index === 0) page.drawTop();
    page.drawTable(paper.rows.slice(first, first + count));
    if (index === pages.length - 1) page.drawFoot();
    first += count;
    end();
  });
}

const TITLE_SIZE = 6;
const PAD = 3;

/** Draws from top to bottom; `#y` is where the next part begins. */
class PaperPage {
  #y: number;
  readonly #left: number;
  readonly #right: number;

  constructor(
    private readonly context: SKRSContext2D,
    private readonly paper: Paper,
    private readonly measures: Measures,
  ) {
    this.#y = measures.margin;
    this.#left = measures.margin;
    this.#right = measures.width - measures.margin;
  }

  drawTitle(pageOf: string): void {
    const { title, text, height, margin } = this.measures;
    const [english, arabic] = this.paper.title;
    const row = { x: this.#left, width: this.#width * 0.5, baseline: this.#y + title * 0.5, weight: 'Bold' as const };
    writeRow(this.context, english, { ...row, sizeMax: title * 0.42 });
    writeRow(this.context, arabic, {
      ...row,
      x: this.#left + this.#width * 0.55,
      width: this.#width * 0.45,
      sizeMax: title * 0.42,
      align: 'end',
    });
    const { note } = this.paper;
    if (note !== undefined) this.#pair(note, { baseline: this.#y + title * 0.85, sizeMax: text });
    const foot = { x: this.#left, width: this.#width, baseline: height - margin * 0.4, sizeMax: text };
    writeRow(this.context, pageOf, { ...foot, align: 'centre' });
    this.#y += title;
  }

  drawTop(): void {
    const { parties, fields } = this.paper;
    const { party, fieldsBeside } = this.measures;
    const half = this.#width / parties.length;
    this.#box(party);
    parties.forEach(({ title, lines }, index) => {
      const x = this.#left + index * half;
      if (index > 0) vertical(this.context, x, { top: this.#y, bottom: this.#y + party });
      this.#small(title, { x: x + PAD, y: this.#y, width: half - 2 * PAD });
      fitText(this.context, lines, {
        x: x + PAD,
        y: this.#y + 9,
        width: half - 2 * PAD,
        height: party - 10,
        sizeMax: this.measures.text + 1,
      });
    });
    this.#y += party;
    for (let at = 0; at < fields.length; at += fieldsBeside) this.#drawFields(fields.slice(at, at + fieldsBeside));
    this.#y += 8;
  }

  #drawFields(fields: readonly PaperField[]): void {
    const { field, fieldsBeside, text } = this.measures;
    const width = this.#width / fieldsBeside;
    this.#box(field);
    fields.forEach(({ title, value }, index) => {
      const x = this.#left + index * width;
      if (index > 0) vertical(this.context, x, { top: this.#y, bottom: this.#y + field });
      this.#small(title, { x: x + PAD, y: this.#y, width: width - 2 * PAD });
      writeRow(this.context, value, {
        x: x + PAD,
        width: width - 2 * PAD,
        baseline: this.#y + field - 5,
        sizeMax: text + 1,
        weight: 'Bold',
      });
    });
    this.#y += field;
  }

  drawTable(rows: readonly (readonly string[])[]): void {
    const { tableHead, row, text } = this.measures;
    const { columns } = this.paper;
    const lefts = columns.map((_, index) =>
      columns.slice(0, index).reduce((x, { part }) => x + part * this.#width, this.#left),
    );
    inverse(this.context, { x: this.#left, y: this.#y, width: this.#width, height: tableHead }, () =>
      columns.forEach(({ title, part }, index) => {
        const box = { x: (lefts[index] as number) + PAD, width: part * this.#width - 2 * PAD };
        writeRow(this.context, title[0], {
          ...box,
          baseline: this.#y + tableHead * 0.42,
          sizeMax: text - 1,
          weight: 'Bold',
        });
        writeRow(this.context, title[1], {
          ...box,
          baseline: this.#y + tableHead * 0.85,
          sizeMax: text - 1,
          weight: 'Bold',
        });
      }),
    );
    const top = this.#y;
    this.#y += tableHead;
    for (const cells of rows) {
      cells.forEach((cell, index) => {
        const { part, isNumber, isBarcode } = columns[index] as Paper['columns'][number];
        const box = { x: (lefts[index] as number) + PAD, width: part * this.#width - 2 * PAD };
        if (isBarcode) this.#drawBarcode(cell, { ...box, height: row });
        else if (isNumber)
          writeRow(this.context, cell, { ...box, baseline: this.#y + 1 + text * 1.05, sizeMax: text, align: 'end' });
        else
          fitText(this.context, cell.split('\n'), {
            ...box,
            y: this.#y + 1,
            height: row - 2,
            sizeMax: text,
            mayCut: true,
          });
      });
      this.#y += row;
      horizontal(this.context, this.#y, { left: this.#left, right: this.#right });
    }
    for (const x of [...lefts, this.#right - 0.9]) vertical(this.context, x, { top, bottom: this.#y });
  }

  #drawBarcode(text: string, { x, width, height }: { x: number; width: number; height: number }): void {
    drawCode128In(this.context, text, { x, y: this.#y + 3, width, height: height * 0.55 });
    writeRow(this.context, text, { x, width, baseline: this.#y + height - 2.5, sizeMax: 6.5, align: 'centre' });
  }

  drawFoot(): void {
    const { total, statement, signature, text } = this.measures;
    this.#y += 4;
    const { totals } = this.paper;
    totals.forEach(({ title, value }, index) => {
      const isLast = index === totals.length - 1;
      const weight = isLast ? ('Bold' as const) : undefined;
      const row = { baseline: this.#y + total * 0.75, sizeMax: isLast ? text + 1.5 : text, weight };
      const half = this.#width / 2;
      writeRow(this.context, title.join('  '), { ...row, x: this.#left + half * 0.6, width: half * 0.8 });
      writeRow(this.context, value, { ...row, x: this.#left + half * 1.4, width: half * 0.6 - PAD, align: 'end' });
      this.#y += total;
    });
    this.#y += 4;
    const [english, arabic] = this.paper.statement;
    const box = { y: this.#y, width: this.#width / 2 - 6, height: statement, sizeMax: text, mayCut: true as const };
    fitText(this.context, [english], { ...box, x: this.#left });
    fitText(this.context, [arabic], { ...box, x: this.#left + this.#width / 2 + 6 });
    this.#y += statement;
    this.#drawSignature(signature);
  }

  #drawSignature(height: number): void {
    const fields: Bilingual[] = [
      ['Name', 'الاسم'],
      ['Date', 'التاريخ'],
      ['Signature', 'التوقيع'],
    ];
    const width = this.#width / fields.length;
    fields.forEach((title, index) => {
      const x = this.#left + index * width;
      horizontal(this.context, this.#y + height - 10, { left: x, right: x + width - 10 });
      this.#small(title, { x, y: this.#y + height - 10, width: width - 10 });
    });
    this.#y += height;
  }

  get #width(): number {
    return this.#right - this.#left;
  }

  #small(title: Bilingual, { x, y, width }: { x: number; y: number; width: number }): void {
    writeRow(this.context, title.join('  '), { x, width, baseline: y + 7.5, sizeMax: TITLE_SIZE });
  }

  #pair([english, arabic]: Bilingual, row: { baseline: number; sizeMax: number }): void {
    writeRow(this.context, english, { ...row, x: this.#left, width: this.#width / 2 });
    writeRow(this.context, arabic, { ...row, x: this.#left + this.#width / 2, width: this.#width / 2, align: 'end' });
  }

  #box(height: number): void {
    const [top, bottom] = [this.#y, this.#y + height];
    for (const y of [top, bottom]) horizontal(this.context, y, { left: this.#left, right: this.#right });
    for (const x of [this.#left, this.#right - 0.9]) vertical(this.context, x, { top, bottom });
  }
}
