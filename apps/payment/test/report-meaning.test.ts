import { expect, test } from '@jest/globals';
import { DECIDED_REPORTS, meaningOf } from '../src/operations/report-meaning.ts';
import { OPERATION_KINDS } from '../src/providers/provider.ts';

test('every kind of operation has a meaning for every decided report', () => {
  const table = OPERATION_KINDS.map((kind) => [kind, ...DECIDED_REPORTS.map((report) => meaningOf(kind, report))]);
  expect([['', ...DECIDED_REPORTS], ...table]).toEqual([
    ['', 'captured', 'authorised', 'voided', 'refunded', 'declined', 'not_sent', 'not_found'],
    ['pay', 'captured', 'authorised', 'released', 'returned', 'declined', 'declined', 'declined'],
    ['charge', 'captured', 'authorised', 'released', 'returned', 'declined', 'declined', 'declined'],
    ['capture', 'captured', 'undecided', 'released', 'contradiction', 'refused', 'refused', 'refused'],
    ['void', 'captured', 'undecided', 'released', 'contradiction', 'refused', 'refused', 'refused'],
    ['refund', 'undecided', 'undecided', 'done', 'done', 'refused', 'refused', 'refused'],
    ['reverse', 'undecided', 'undecided', 'done', 'done', 'refused', 'refused', 'refused'],
  ]);
});
