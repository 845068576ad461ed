import { integer, moment, objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const REPORT_EVENT = { ready: 'report.ready' } as const;

/** A file of a scheduled report can be downloaded, or could not be made. */
export interface ReportNotification {
  version: 1;
  _id: string;
  schedule_id: string;
  report: string;
  status: 'ready' | 'failed';
  /** The period of the report. */
  from: string;
  to: string;
  rows: number;
  /** Why it could not be made; empty when it is ready. */
  why: string;
  expires_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const schema = objectSchema({
  version: integer,
  _id: text,
  schedule_id: text,
  report: text,
  status: { enum: ['ready', 'failed'] },
  from: moment,
  to: moment,
  rows: integer,
  why: text,
  expires_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});

const sample: ReportNotification = {
  version: 1,
  _id: 'rpt_1',
  schedule_id: 'rs_1',
  report: 'reconciliation',
  status: 'ready',
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  rows: 2,
  why: '',
  expires_at: '2026-12-22T00:10:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

/** The key is the `_id` of the file. */
export const REPORT_EVENT_TYPES: EventType[] = [
  {
    name: REPORT_EVENT.ready,
    topic: TOPICS.paymentEvents,
    summary: 'A file of a scheduled report can be downloaded, or could not be made.',
    webhook: true,
    schema,
    sample: { ...sample },
  },
];
