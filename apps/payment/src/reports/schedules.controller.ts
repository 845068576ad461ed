import { Body, Controller, Delete, Get, Header, Inject, Param, Post, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import {
  CreateScheduleBody,
  ListReportFilesQuery,
  ReportFileAnswer,
  ScheduleAnswer,
  SchedulesAnswer,
} from './schedule.schema.ts';
import { createSchedule, deleteSchedule, listReportFiles, listSchedules, readReportFile } from './schedules.ts';

const TAG = 'Reports';

/** Reports that are made every day or week (decision 0019). */
@Controller('public/v1/payment/report')
export class SchedulesController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post('schedule')
  @Operation({
    id: 'createReportSchedule',
    tag: TAG,
    summary: 'Schedule a report',
    description:
      'Makes a CSV file every day or every seven days, from the next midnight UTC on. `report.ready` announces each.',
    scope: 'payments:write',
    answers: { 200: { description: 'The schedule.', data: ScheduleAnswer } },
    errors: ['too_many_rules'],
  })
  async create(@Caller() caller: Principal, @Body() body: CreateScheduleBody): Promise<PaymentSuccess<ScheduleAnswer>> {
    return paymentSuccess('Report scheduled', await createSchedule(this.deps, caller, body));
  }

  @Get('schedule')
  @Operation({
    id: 'listReportSchedules',
    tag: TAG,
    summary: 'List schedules of reports',
    description: 'The schedules of the store.',
    scope: 'payments:read',
    answers: { 200: { description: 'The schedules.', data: SchedulesAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<SchedulesAnswer>> {
    return paymentSuccess('Schedules of reports', { items: await listSchedules(this.deps, caller) });
  }

  @Delete('schedule/:id')
  @Operation({
    id: 'deleteReportSchedule',
    tag: TAG,
    summary: 'Delete a schedule of reports',
    description: 'No more files are made. Those that exist stay until they expire.',
    scope: 'payments:write',
    answers: { 200: { description: 'The schedule that was deleted.', data: ScheduleAnswer } },
  })
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<ScheduleAnswer>> {
    return paymentSuccess('Schedule deleted', await deleteSchedule(this.deps, caller, id));
  }

  @Get('file')
  @Operation({
    id: 'listReportFiles',
    tag: TAG,
    summary: 'List files of reports',
    description: 'The files of the schedules, the newest first. A file is kept for 30 days.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of files.', data: PageOf(ReportFileAnswer) } },
  })
  async files(@Caller() caller: Principal, @Query() query: ListReportFilesQuery): Promise<unknown> {
    return paymentSuccess('Files of reports', await listReportFiles(this.deps, caller, query));
  }

  @Get('file/:id/csv')
  @Operation({
    id: 'downloadReportFile',
    tag: TAG,
    summary: 'Download a file of a report',
    description: 'The file as it was made.',
    scope: 'payments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', 'text/csv; charset=utf-8')
  file(@Caller() caller: Principal, @Param('id') id: string): Promise<string> {
    return readReportFile(this.deps, caller, id);
  }
}
