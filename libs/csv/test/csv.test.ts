import { describe, expect, it } from '@jest/globals';
import { readCsv } from '@qafila/csv/read-csv';
import type { CsvRow, CsvRules } from '@qafila/csv/read-csv';
import { csvOf } from '@qafila/csv/write-csv';

const RULES: CsvRules = { field: 'csv', rowsMax: 3, cellCharactersMax: 10, checkColumns: () => undefined };

async function rowsOf(csv: string, rules: Partial<CsvRules> = {}): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(csv, { ...RULES, ...rules })) rows.push(row);
  return rows;
}

describe('CSV', () => {
  it('reads cells by the names of the first row, trimmed, with an empty text for a missing column', async () => {
    const [first, second] = await rowsOf('\ufeffid, city \r\n1,"Riyadh, N"\r\n\r\n2, Jeddah \r\n');
    expect([first?.number, first?.text('id'), first?.text('city'), first?.text('zone')]).toEqual([
      2,
      '1',
      'Riyadh, N',
      '',
    ]);
    expect(second?.text('city')).toBe('Jeddah');
  });

  it.each([
    ['more rows than allowed', 'id\n1\n2\n3\n4\n', 'csv may have at most 3 rows. Split the file.'],
    ['no first row', '', 'csv must have a first row with the names of its columns.'],
    ['a quote that does not end', 'id\n"1\n', /^csv is not readable: Quote Not Closed/],
    ['a row of another length', 'id,city\n1\n', /^csv is not readable: Invalid Record Length/],
  ])('refuses %s', async (_, csv, message) => {
    await expect(rowsOf(csv)).rejects.toThrow(message);
  });

  it('names the row and the column of a cell that is too long', async () => {
    const [row] = await rowsOf('id\n12345678901\n');
    expect(() => row?.text('id')).toThrow('Row 2 of csv: id must have at most 10 characters.');
  });

  it('lets the caller refuse the heading', async () => {
    const checkColumns = (names: ReadonlySet<string>): void => {
      if (!names.has('awb')) throw new Error('no awb');
    };
    await expect(rowsOf('id\n1\n', { checkColumns })).rejects.toThrow('no awb');
  });

  it('serves others while it parses a large file', async () => {
    const csv = `id\n${'1234567890\n'.repeat(50_000)}`;
    let turns = 0;
    let isReading = true;
    const others = (async () => {
      for (; isReading; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    const rows = await rowsOf(csv, { rowsMax: 50_000 });
    isReading = false;
    await others;
    expect(rows).toHaveLength(50_000);
    expect(turns).toBeGreaterThan(5);
  });

  it('writes what it reads, and no formula', async () => {
    const text = csvOf(['id', 'note', 'amount'], [['1', '=SUM(A1)', '-5.00']]);
    expect(text).toBe("id,note,amount\r\n1,'=SUM(A1),-5.00\r\n");
    expect((await rowsOf(csvOf(['id', 'note'], [['1', 'a "b", c']])))[0]?.text('note')).toBe('a "b", c');
  });
});
