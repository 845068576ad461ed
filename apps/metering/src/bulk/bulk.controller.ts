import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery } from '@qafila/schema/page-fields';
import { IngestDependencies } from '../events/ingest-dependencies.ts';
import { EventBulkBody } from '../events/event.schema.ts';
import { EventBulkAccepted, EventBulkAnswer } from './bulk.schema.ts';
import { readBulk } from './read-bulk.ts';
import { submitBulk } from './submit-bulk.ts';

const tag = 'Usage events';

/** Usage that needs no immediate answers: 202 now, the result of each event later. */
@Controller('public/v1/meter/:id/event/bulk')
export class BulkController {
  constructor(private readonly dependencies: IngestDependencies) {}

  @Post()
  @Operation({
    id: 'submitEventBulk',
    tag,
    summary: 'Send up to 10,000 usage events for later',
    description:
      'Takes the events durably and judges them within seconds. Read the result of each event under the `bulk_id`. ' +
      'An `event_id` counts once, however it is sent.',
    scope: 'usage:write',
    exactNumbers: true,
    answers: { 202: { description: 'The events are taken.', data: EventBulkAccepted } },
  })
  async submit(
    @Caller() owner: Principal,
    @Param('id') meterId: string,
    @Body() body: EventBulkBody,
  ): Promise<PaymentSuccess<EventBulkAccepted>> {
    const accepted = await submitBulk(this.dependencies, owner, meterId, body.events);
    this.dependencies.onCommit();
    return paymentSuccess('Events taken for ingestion', accepted);
  }

  @Get(':bulkId')
  @Operation({
    id: 'getEventBulk',
    tag,
    summary: 'Read the results of a bulk',
    description: 'How many events are accepted so far, and page by page those that were not, with the reason.',
    scope: 'meters:read',
    answers: { 200: { description: 'The results so far.', data: EventBulkAnswer } },
  })
  async read(
    @Caller() owner: Principal,
    @Param('id') meterId: string,
    @Param('bulkId') bulkId: string,
    @Query() page: ListQuery,
  ): Promise<PaymentSuccess<EventBulkAnswer>> {
    const bulk = await readBulk(this.dependencies.pool, owner, { meterId, bulkId }, page);
    return paymentSuccess('Results of the bulk so far', bulk);
  }
}
