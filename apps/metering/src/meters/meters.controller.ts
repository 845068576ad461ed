import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { createMeter } from './create-meter.ts';
import { deactivateMeter, previewDeactivation } from './deactivate-meter.ts';
import { getMeter, listMeters } from './find-meters.ts';
import type { MeterView } from './meter.entity.ts';
import { CreateMeterBody, DeactivateMeterBody, DryRunQuery, ListMetersQuery, UpdateMeterBody } from './meter.schema.ts';
import { reactivateMeter } from './reactivate-meter.ts';
import { updateMeter } from './update-meter.ts';
import type { ChangedMeter } from './update-meter.ts';

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

  /** With dry_run the answer is not the meter's change but its impact, so it is that of deactivate. */
  @Patch(':id') @NeedsScope('meters:write')
  async update(
    @Caller() caller: Principal, @Param('id') id: string, @Body() body: UpdateMeterBody, @Query() query: DryRunQuery,
  ): Promise<MeterView | PaymentSuccess<ChangedMeter>> {
    if (query.dry_run === 'true') return paymentSuccess('Nothing was changed', await previewDeactivation(this.source, caller, id, body));
    const meter = await updateMeter(this.source, caller, id, body);
    this.relay.wake();
    return meter;
  }

  @Patch(':id/deactivate') @NeedsScope('meters:write')
  async deactivate(
    @Caller() caller: Principal, @Param('id') id: string, @Body() body: DeactivateMeterBody, @Query() query: DryRunQuery,
  ): Promise<PaymentSuccess<ChangedMeter>> {
    if (query.dry_run === 'true') return paymentSuccess('Nothing was changed', await previewDeactivation(this.source, caller, id, { active: false, ...body }));
    const changed = await deactivateMeter(this.source, caller, id, body);
    this.relay.wake();
    return paymentSuccess('Meter deactivated', changed);
  }

  @Post(':id/reactivate') @HttpCode(200) @NeedsScope('meters:write')
  async reactivate(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<{ meter: MeterView }>> {
    const meter = await reactivateMeter(this.source, caller, id);
    this.relay.wake();
    return paymentSuccess('Meter reactivated', { meter });
  }
}
