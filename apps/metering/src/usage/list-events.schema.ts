import { ListQuery } from '@qafila/schema/page-fields';
import { Flag } from '@qafila/schema/text-fields';
import { UtcTimestamp } from '../time/timestamp-field.ts';
import type { Micros } from '../time/timestamp.ts';

/** Query of the list of stored events. */
export class ListEventsQuery extends ListQuery {
  @UtcTimestamp({
    description: 'Only usage that happened at this moment or later.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  from?: Micros;

  @UtcTimestamp({
    description: 'Only usage that happened before this moment.',
    example: '2026-12-01T00:00:00Z',
    optional: true,
  })
  to?: Micros;

  @Flag({
    description: 'Only events that are in the totals, or only those that are not.',
    example: true,
    optional: true,
  })
  counted?: boolean;
}
