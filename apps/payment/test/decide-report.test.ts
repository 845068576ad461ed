import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { Changes } from '../src/intents/changes.ts';
import { intentState } from '../src/intents/intent.entity.ts';
import { linesOf } from '../src/ledger/postings.ts';
import { decideReport } from '../src/operations/decide-report.ts';
import type { Reported, ReportDecision } from '../src/operations/decide-report.ts';
import { OPERATION_KINDS } from '../src/providers/provider.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { NOW_MS, REPORTS, reportedCase, SITUATIONS } from './report-cases.ts';

const STATES = ['pending', 'done', 'failed'] as const;

interface Case {
  name: string;
  known: Reported;
  report: ProviderReport;
}

const CASES: Case[] = OPERATION_KINDS.flatMap((kind) =>
  STATES.flatMap((state) =>
    Object.entries(SITUATIONS).flatMap(([situation, rows]) =>
      Object.entries(REPORTS).map(([name, report]) => ({
        name: `${kind} ${state} | ${situation} | ${name}`,
        known: reportedCase(kind, state, rows),
        report: ofPart(report, kind === 'capture' ? rows.operations?.capture?.amount_minor : undefined),
      })),
    ),
  ),
);

/** A gateway with several captures reports each with its own amount. */
function ofPart(report: ProviderReport, minor: string | undefined): ProviderReport {
  return report.kind === 'captured' && minor !== undefined ? { ...report, amount: BigInt(minor) } : report;
}

function decide({ known, report }: Pick<Case, 'known' | 'report'>): ReportDecision {
  return decideReport(known, { report, actor: 'gateway' }, NOW_MS);
}

/** One line: what the report changes, and what follows. */
function summary(known: Reported, { changes, review, fallback }: ReportDecision): string {
  const { after } = changes;
  const [before, next] = [known.attempts[0], after.attempts[0]];
  const parts = [
    known.row.status === after.row.status ? [] : [`intent ${after.row.status}`],
    before?.status === next?.status ? [] : [`transaction ${next?.status}`],
    known.operation.state === after.operation?.state ? [] : [`operation ${after.operation?.state}`],
    changes.postings.map(({ kind, amount }) => `post ${kind} ${amount}`),
    changes.newOperations.map(({ kind, amount }) => `request ${kind} ${amount}`),
    changes.notifications.map(({ kind }) => `notify ${kind}`),
    review === null ? [] : [`review ${review.queue}`],
    fallback ? ['fallback'] : [],
  ];
  return parts.flat().join(', ') || '-';
}

/** UPDATE_GOLDEN=1 rewrites the table. Then read its change as a payments engineer would. */
test('the table of decisions: operation, state, situation and report', () => {
  const file = fileURLToPath(new URL('golden/report-decisions.txt', import.meta.url));
  const table = CASES.map((each) => `${each.name} | ${summary(each.known, decide(each))}\n`).join('');
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, table);
  expect(table).toBe(readFileSync(file, 'utf8'));
});

function balance(changes: Changes, account: string): bigint {
  return changes.postings
    .flatMap((posting) => [...linesOf(posting)])
    .filter((line) => line.account === account)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

describe.each(OPERATION_KINDS)('a report on a %s', (kind) => {
  const cases = CASES.filter(({ known }) => known.operation.kind === kind);

  test('leaves books, rows and reviews that agree', () => cases.forEach(expectAgreement));
  test('again moves no money and notifies of nothing', () => cases.forEach(expectNothingTwice));
});

function expectAgreement({ name, known, report }: Case): void {
  const decision = decide({ known, report });
  const { changes, review, isSettled } = decision;
  const [before, after] = [
    intentState(known.row, known.attempts),
    intentState(changes.after.row, changes.after.attempts),
  ];
  const posted = (kind: string): bigint =>
    changes.postings.filter((posting) => posting.kind === kind).reduce((sum, { amount }) => sum + amount, 0n);
  const { operation } = changes.after;
  const isPending = operation?.state === 'pending';
  expect({
    name,
    // The store is owed what the intent says.
    owed: -balance(changes, 'merchant_payable'),
    isWithinAmount: after.refunded + after.refunding <= after.captured && after.captured <= after.amount,
    // A settled operation is never pending again, and a pending one stays due.
    isDue: operation?.inquire_at !== null,
    isPendingAgain: known.operation.state !== 'pending' && isPending,
    isSettled,
    // A contradiction moves no money; an excess that was paid is posted, and nothing else.
    doubtful:
      review?.queue === 'contradiction'
        ? [...changes.postings.filter(({ kind }) => kind !== 'refund_excess'), ...changes.newOperations]
        : [],
    excess: posted('refund_excess') - posted('refund_excess_returned') - posted('refund_covered'),
    // The same rows, report and time give the same changes.
    again: decide({ known, report }),
  }).toEqual({
    name,
    owed: after.captured - after.refunded - (before.captured - before.refunded),
    isWithinAmount: true,
    isDue: isPending,
    isPendingAgain: false,
    isSettled: known.operation.state === 'pending' && !isPending,
    doubtful: [],
    excess: after.overRefunded - before.overRefunded,
    again: decision,
  });
}

function expectNothingTwice({ name, known, report }: Case): void {
  const after = decide({ known, report }).changes.after as Reported;
  const { changes, isSettled } = decideReport(after, { report, actor: 'gateway' }, NOW_MS + 1_000);
  const { postings, newOperations, notifications } = changes;
  const { status } = changes.after.row;
  expect({ name, postings, newOperations, notifications, isSettled, status }).toEqual({
    name,
    postings: [],
    newOperations: [],
    notifications: [],
    isSettled: false,
    status: after.row.status,
  });
}
