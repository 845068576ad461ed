import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { invalid } from '@qafila/envelopes/refusal';
import { Acceptance } from '../events/acceptance.ts';
import { usageCsv } from './csv.ts';
import { getEvent, listEvents } from './list-events.ts';
import type { ListEventsQuery } from './list-events.ts';
import { queryUsage } from './query-usage.ts';
import { readUsageQuery } from './usage-query.ts';

class ListEventsParameters implements ListEventsQuery {
  @IsOptional() @IsString() from?: string;
  @IsOptional() @IsString() to?: string;
  @IsOptional() @IsIn(['true', 'false']) counted?: 'true' | 'false';
  @IsOptional() @Matches(/^[1-9]\d{0,3}$/) limit?: string;
  @IsOptional() @IsString() @Matches(/^[\w-]{1,1000}$/) cursor?: string;
}

interface Reply { header(name: string, value: string): Reply }

const JSON_TYPE = 'application/json; charset=utf-8';

/** Reading usage back: totals by window and group, and the stored events. */
@Controller('public/v1/meter/:id')
export class UsageController {
  constructor(private readonly services: Acceptance) {}

  @Get('query') @NeedsScope('meters:read')
  query(@Caller() caller: Principal, @Param('id') id: string, @Query() query: Record<string, unknown>, @Headers('accept') accept: string | undefined, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#answer({ caller, id, accept }, query, reply);
  }

  @Post('query') @HttpCode(200) @NeedsScope('meters:read')
  queryByBody(@Caller() caller: Principal, @Param('id') id: string, @Body() body: unknown, @Headers('accept') accept: string | undefined, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body', 'The body must be a JSON object.');
    return this.#answer({ caller, id, accept }, body as Record<string, unknown>, reply);
  }

  @Get('events') @NeedsScope('meters:read') @Header('content-type', JSON_TYPE)
  list(@Caller() caller: Principal, @Param('id') id: string, @Query() query: ListEventsParameters): Promise<string> {
    return listEvents(this.services, caller, id, query);
  }

  @Get('events/:eventId') @NeedsScope('meters:read') @Header('content-type', JSON_TYPE)
  event(@Caller() caller: Principal, @Param('id') id: string, @Param('eventId') eventId: string): Promise<string> {
    return getEvent(this.services, caller, id, eventId);
  }

  async #answer(request: { caller: Principal; id: string; accept: string | undefined }, input: Record<string, unknown>, reply: Reply): Promise<unknown> {
    const query = readUsageQuery(input);
    const answer = await queryUsage(this.services, request.caller, request.id, query);
    if (request.accept?.includes('text/csv')) {
      reply.header('content-type', 'text/csv; charset=utf-8');
      return usageCsv(answer, query.groupBy);
    }
    return { success: true, responseStatus: 'OK', message: 'Usage', ...answer };
  }
}
