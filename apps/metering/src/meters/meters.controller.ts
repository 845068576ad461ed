import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '../page.ts';
import { createMeter } from './create-meter.ts';
import { getMeter, listMeters } from './find-meters.ts';
import type { MeterView } from './meter.entity.ts';
import { CreateMeterBody, ListMetersQuery } from './meter.schema.ts';

/** §4.13. Create, update and get answer the meter object itself; everything else speaks the payment dialect. */
@Controller('public/v1/meter')
export class MetersController {
  constructor(private readonly source: DataSource, private readonly relay: Relay) {}

  @Post() @HttpCode(201) @NeedsScope('meters:write')
  async create(@Caller() caller: Principal, @Body() body: CreateMeterBody): Promise<MeterView> {
    const meter = await createMeter(this.source, caller, body);
    this.relay.wake();
    return meter;
  }

  @Get() @NeedsScope('meters:read')
  async list(@Caller() caller: Principal, @Query() query: ListMetersQuery): Promise<PaymentSuccess<Page<MeterView>>> {
    return paymentSuccess('Meters of this store', await listMeters(this.source, caller, query));
  }

  @Get(':id') @NeedsScope('meters:read')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<MeterView> {
    return getMeter(this.source, caller, id);
  }
}
