import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { REPORTS } from '../limits.ts';
import { PERFORMANCE_GROUPS } from './performance.ts';
import type { PerformanceGroup } from './performance.ts';
import { SCHEDULE_PERIODS, SCHEDULED_REPORTS } from './report.entity.ts';
import type { ScheduledReport, SchedulePeriod } from './report.entity.ts';

const SCHEDULE = { description: 'The id of the schedule.', example: 'rs_019ab3c4d5e6f708192a3b4c5d6' };
const REPORT = { description: 'What the file contains.', example: 'reconciliation' };

/** Body of a new schedule. */
export class CreateScheduleBody {
  @Choice(SCHEDULED_REPORTS, REPORT)
  report!: ScheduledReport;

  @Choice(SCHEDULE_PERIODS, {
    description: 'How often: each file covers one day, or seven, and ends at midnight UTC.',
    example: 'daily',
  })
  every!: SchedulePeriod;

  @Choice(PERFORMANCE_GROUPS, {
    description: 'What a report of performance is grouped by. Default `gateway`.',
    example: 'gateway',
    optional: true,
  })
  by?: PerformanceGroup;
}

/** A schedule of reports. */
export class ScheduleAnswer {
  @Text(SCHEDULE)
  _id!: string;

  @Choice(SCHEDULED_REPORTS, REPORT)
  report!: ScheduledReport;

  @Choice(SCHEDULE_PERIODS, { description: 'How often.', example: 'daily' })
  every!: SchedulePeriod;

  @Choice(PERFORMANCE_GROUPS, { description: 'What it is grouped by; null for a reconciliation.', nullable: true })
  by!: PerformanceGroup | null;

  @Moment({ description: 'The end of the period of the next file, which is made some minutes later.' })
  next_at!: string;

  @Moment({ description: 'When it was created.' })
  created_at!: string;
}

export class SchedulesAnswer {
  @List(nestedRule(() => ScheduleAnswer), {
    description: `The schedules, at most ${REPORTS.schedulesPerStoreMax}.`,
    itemsMax: REPORTS.schedulesPerStoreMax,
  })
  items!: ScheduleAnswer[];
}

/** One file of a schedule. */
export class ReportFileAnswer {
  @Text({ description: 'The id of the file.', example: 'rpt_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Text(SCHEDULE)
  schedule_id!: string;

  @Choice(SCHEDULED_REPORTS, REPORT)
  report!: ScheduledReport;

  @Choice(['ready', 'failed'], { description: '`failed`: `why` says what to do.', example: 'ready' })
  status!: 'ready' | 'failed';

  @Moment({ description: 'The begin of its period.' })
  from!: string;

  @Moment({ description: 'The end of its period.' })
  to!: string;

  @Whole({ description: 'Its rows, without the heading.', example: 2, min: 0, max: 1_000_000 })
  rows!: number;

  @Text({ description: 'Why it could not be made.', example: '', charactersMin: 0, charactersMax: 1_000 })
  why!: string;

  @Moment({ description: 'When it was made.' })
  created_at!: string;

  @Moment({ description: 'When it is deleted.' })
  expires_at!: string;
}

/** Query of the files. */
export class ListReportFilesQuery extends ListQuery {
  @Text({ ...SCHEDULE, description: 'Only files of this schedule.', optional: true })
  schedule_id?: string;
}
