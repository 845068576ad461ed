import { Controller, Get, Header, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { DOMESTIC_EXAMPLE } from '../body/body-examples.ts';
import { BULK } from '../limits.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { BulkJobAnswer, BulkRowAnswer, CreateBulkBody, ListBulkRowsQuery } from './bulk.schema.ts';
import { templateCsv } from './csv-columns.ts';
import { cancelJob, findJob, jobView, listJobs, listRows, resultsCsv } from './read-jobs.ts';
import { submitJob } from './submit-job.ts';

const TAG = 'Bulk create';
const CSV = 'text/csv; charset=utf-8';
const JOB = { scope: 'shipments:read', tag: TAG, notFound: 'BULK_JOB_NOT_FOUND' } as const;

/** Decision 0030. */
@Controller('oe/aggtr/api/v1/shipments/bulk')
export class BulkController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post()
  @Operation({
    id: 'createShipments',
    tag: TAG,
    summary: 'Create many shipments',
    description:
      `Accepts up to ${BULK.rowsMax.toLocaleString('en')} shipments, as a list or as CSV, and creates them in the ` +
      'background. Each row is judged as a create of its own, and has its own result: one that is refused stops no ' +
      'other. A row is created once, whatever restarts meanwhile.',
    scope: 'shipments:write',
    body: CreateBulkBody,
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 202: { description: 'The rows are accepted.', data: BulkJobAnswer } },
    errors: ['BULK_JOBS_RUNNING'],
    bodyAlternatives: true,
    bodyExamples: {
      'Two shipments': { shipments: [DOMESTIC_EXAMPLE, { ...DOMESTIC_EXAMPLE, referenceNumber: 'order-1002' }] },
      'A file': {
        csv: 'referenceNumber,shipToInfo.name,shipToInfo.phone\norder-1001,محمد,+966501234567\n',
        defaults: { currency: 'SAR', paymentMode: 'PREPAID' },
      },
    },
  })
  async create(
    @Caller() caller: Principal,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await submitJob(this.dependencies, caller, request);
    this.dependencies.onBulk();
    return applyAnswer(reply, answer);
  }

  @Get()
  @Operation({
    id: 'listBulkJobs',
    tag: TAG,
    summary: 'List bulk jobs',
    description: 'The bulk jobs of the company, the newest first. A job is kept for 30 days after its end.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of jobs.', data: PageOf(BulkJobAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Bulk jobs', await listJobs(this.dependencies, caller, query));
  }

  @Get('template.csv')
  @Operation({
    id: 'getBulkTemplate',
    tag: TAG,
    summary: 'Download a template',
    description: 'A CSV file with the usual columns and one example row.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', CSV)
  template(): string {
    return templateCsv();
  }

  @Get(':job_id')
  @Operation({
    ...JOB,
    id: 'getBulkJob',
    summary: 'Get a bulk job',
    description: 'How far the job is.',
    answers: { 200: { description: 'The job.', data: BulkJobAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('job_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Bulk job', jobView(await findJob(this.dependencies, caller, id)));
  }

  @Get(':job_id/rows')
  @Operation({
    ...JOB,
    id: 'listBulkRows',
    summary: 'List the rows of a bulk job',
    description: 'What became of each row, in the order of the file. `status=failed` has those to correct.',
    answers: { 200: { description: 'One page of rows.', data: PageOf(BulkRowAnswer) } },
  })
  async rows(
    @Caller() caller: Principal,
    @Param('job_id') id: string,
    @Query() query: ListBulkRowsQuery,
  ): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Rows of the bulk job', await listRows(this.dependencies, caller, { id, query }));
  }

  @Get(':job_id/results.csv')
  @Operation({
    ...JOB,
    id: 'getBulkResults',
    summary: 'Download the results of a bulk job',
    description:
      'A CSV file with a line for each row, and for each further thing that is wrong with it: `row`, ' +
      '`referenceNumber`, `status`, `shipmentId`, `code`, `field`, `message`.',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', CSV)
  results(@Caller() caller: Principal, @Param('job_id') id: string): Promise<string> {
    return resultsCsv(this.dependencies, caller, id);
  }

  @Post(':job_id/cancel')
  @Operation({
    ...JOB,
    id: 'cancelBulkJob',
    summary: 'Cancel a bulk job',
    description:
      'Creates no further row. Shipments that exist already stay: cancel them one by one. A repeat changes nothing. ' +
      'Send no body.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'The job, as it ended.', data: BulkJobAnswer } },
  })
  async cancel(@Caller() caller: Principal, @Param('job_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Bulk job cancelled', jobView(await cancelJob(this.dependencies, caller, id)));
  }
}
