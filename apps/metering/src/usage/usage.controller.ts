import { Body, Controller, Get, Header, Headers, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { Operation } from '@qafila/schema/operation';
import type { OperationSpec } from '@qafila/schema/operation';
import { usageCsv } from './csv.ts';
import { getEvent, listEvents } from './list-events.ts';
import { ListEventsQuery } from './list-events.schema.ts';
import { queryUsage } from './query-usage.ts';
import { StoredEvent, StoredEventPage, UsageAnswer } from './usage-answers.schema.ts';
import { usageQueryOf } from './usage-query.ts';
import { UsageParameters } from './usage-query.schema.ts';
import { UsageReaders } from './usage-readers.ts';

interface Reply {
  header(name: string, value: string): Reply;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const tag = 'Usage';

const QUERY: Omit<OperationSpec, 'id' | 'summary'> = {
  tag,
  description:
    'Exact totals of committed usage: every event that was answered with 200 is included. Without `windowSize` one ' +
    'total for the range, else one row for each window; `groupBy` splits them by fields that the meter declares. ' +
    'With `Accept: text/csv` the answer is a CSV file. At most 10,000 windows and 100,000 rows; minutes, and bounds ' +
    'within a quarter of an hour, read at most 5 million events.',
  scope: 'meters:read',
  answers: { 200: { description: 'The totals.', data: UsageAnswer, bare: true, files: ['text/csv'] } },
  errors: ['too_many_windows', 'too_many_rows', 'too_many_events'],
};

/** Reads usage: totals by window and group, and the stored events. */
@Controller('public/v1/meter/:id')
export class UsageController {
  constructor(private readonly readers: UsageReaders) {}

  @Get('query')
  @Operation({ id: 'queryUsage', summary: 'Query usage', ...QUERY })
  query(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() query: UsageParameters,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#answer({ caller, id, accept }, query, reply);
  }

  @Post('query')
  @Operation({ id: 'queryUsageByBody', summary: 'Query usage with a body', repeatable: true, ...QUERY })
  queryByBody(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UsageParameters,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#answer({ caller, id, accept }, body, reply);
  }

  @Get('events')
  @Operation({
    id: 'listEvents',
    tag: 'Usage events',
    summary: 'List stored events',
    description: 'The events of a meter, the newest usage first, with the payloads exactly as they were sent.',
    scope: 'meters:read',
    answers: { 200: { description: 'One page of events.', data: StoredEventPage } },
  })
  @Header('content-type', JSON_TYPE)
  list(@Caller() caller: Principal, @Param('id') id: string, @Query() query: ListEventsQuery): Promise<string> {
    return listEvents(this.readers, caller, id, query);
  }

  @Get('events/:eventId')
  @Operation({
    id: 'getEvent',
    tag: 'Usage events',
    summary: 'Read a stored event',
    description: 'One event with its period, and whether it is in the totals.',
    scope: 'meters:read',
    answers: { 200: { description: 'The event.', data: StoredEvent } },
  })
  @Header('content-type', JSON_TYPE)
  event(@Caller() caller: Principal, @Param('id') id: string, @Param('eventId') eventId: string): Promise<string> {
    return getEvent(this.readers, caller, id, eventId);
  }

  async #answer(
    request: { caller: Principal; id: string; accept: string | undefined },
    parameters: UsageParameters,
    reply: Reply,
  ): Promise<unknown> {
    const query = usageQueryOf(parameters);
    const usage = await queryUsage(this.readers, request.caller, request.id, query);
    if (request.accept?.includes('text/csv')) {
      reply.header('content-type', 'text/csv; charset=utf-8');
      return usageCsv(usage, query.groupBy);
    }
    return { success: true, responseStatus: 'OK', message: 'Usage', ...usage } satisfies UsageAnswer;
  }
}
