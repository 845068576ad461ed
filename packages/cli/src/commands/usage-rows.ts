import { createHash } from 'node:crypto';
import type { UsageEvent } from '@qafila/sdk';
import { usageFailure } from '../failure.ts';
import { parseCsv } from './csv.ts';

export interface UsageRow {
  line: number;
  event: UsageEvent;
}

export interface Columns {
  timestamp?: string;
  eventId?: string;
}

/**
 * The events of a CSV file. Columns other than the time and the id are the payload, with the names of the first line.
 * An id that the file does not give is made from the row, so that a second import finds its own events, also after rows
 * were added or moved.
 */
export function readUsageRows(file: string, content: string, columns: Columns): UsageRow[] {
  const [head, ...rows] = parseCsv(content);
  if (head === undefined) throw usageFailure(`${file} is empty.`, 'The first line names the columns.');
  const time = columnOf(file, head.cells, columns.timestamp ?? ['timestamp', 'time', 'date']);
  const id =
    columns.eventId === undefined ? indexOf(head.cells, ['event_id']) : columnOf(file, head.cells, columns.eventId);
  const timesSeen = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    if (cells.length !== head.cells.length)
      throw usageFailure(`${file}, line ${line}: ${cells.length} cells, and the first line has ${head.cells.length}.`);
    const digest = createHash('sha256')
      .update(JSON.stringify([head.cells, cells]))
      .digest('hex')
      .slice(0, 24);
    const repeat = (timesSeen.get(digest) ?? 0) + 1;
    timesSeen.set(digest, repeat);
    const eventId = cells[id ?? -1] || `csv-${digest}-${repeat}`;
    const members = head.cells.flatMap((name, index) =>
      index === time || index === id ? [] : [`${JSON.stringify(name)}:${cellText(cells[index] ?? '')}`],
    );
    const timestamp = timestampOf(file, line, cells[time] ?? '');
    const payloadText = `{${members.join(',')}}`;
    return { line, event: { operation: 'ADD', event_id: eventId, timestamp, payloadText } };
  });
}

function indexOf(names: readonly string[], wanted: readonly string[]): number | undefined {
  const at = names.findIndex((name) => wanted.includes(name.toLowerCase()));
  return at < 0 ? undefined : at;
}

function columnOf(file: string, names: readonly string[], wanted: string | readonly string[]): number {
  const at = indexOf(names, typeof wanted === 'string' ? [wanted.toLowerCase()] : wanted);
  if (at === undefined)
    throw usageFailure(
      `${file} has no column ${typeof wanted === 'string' ? wanted : 'timestamp'}; it has ${names.join(', ')}.`,
      'Name the column of the time with --timestamp-column.',
    );
  return at;
}

/** Times without a zone are UTC. */
function timestampOf(file: string, line: number, cell: string): string {
  const [, day, time = '00:00:00', zone] = /^(\d{4}-\d\d-\d\d)(?:[ T]([\d:.]+))?(Z|[+-]00:?00)?$/.exec(cell) ?? [];
  if (day === undefined)
    throw usageFailure(`${file}, line ${line}: ${JSON.stringify(cell)} is not a time.`, 'Write 2026-11-16T18:17:03Z.');
  return `${day}T${time}${zone ?? 'Z'}`;
}

/** A number stays as it is written; an empty cell is null. */
function cellText(cell: string): string {
  if (cell === '') return 'null';
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) ? cell : JSON.stringify(cell);
}
