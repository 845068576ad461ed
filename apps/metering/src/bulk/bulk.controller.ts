import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { IsOptional, IsString, Matches } from 'class-validator';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import type { JsonValue } from '@qafila/json/json-value';
import { Acceptance } from '../events/acceptance.ts';
import { eventsOf } from '../events/events.controller.ts';
import { LIMITS } from '../limits.ts';
import { readBulk } from './read-bulk.ts';
import type { BulkView } from './read-bulk.ts';
import { submitBulk } from './submit-bulk.ts';
import type { BulkAccepted } from './submit-bulk.ts';

class ReadBulkQuery {
  @IsOptional() @Matches(/^[1-9]\d{0,3}$/)
  limit?: string;

  @IsOptional() @IsString() @Matches(/^[\w-]{1,1000}$/)
  cursor?: string;
}

/** The door for usage that need not be answered one by one: 202 now, the outcome later. */
@Controller('public/v1/meter/:id/event/bulk')
export class BulkController {
  constructor(private readonly door: Acceptance) {}

  @Post() @HttpCode(202) @NeedsScope('usage:write') @RouteConfig({ exactNumbers: true })
  async submit(@Caller() owner: Principal, @Param('id') meterId: string, @Body() body: JsonValue): Promise<PaymentSuccess<BulkAccepted>> {
    const accepted = await submitBulk(this.door, owner, meterId, eventsOf(body, LIMITS.bulkEventsMax));
    this.door.onCommit();
    return paymentSuccess('Events taken for ingestion', accepted);
  }

  @Get(':bulkId') @NeedsScope('meters:read')
  async read(@Caller() owner: Principal, @Param('id') meterId: string, @Param('bulkId') bulkId: string, @Query() page: ReadBulkQuery): Promise<PaymentSuccess<BulkView>> {
    return paymentSuccess('Outcome of the bulk so far', await readBulk(this.door.pool, owner, { meterId, bulkId }, page));
  }
}
