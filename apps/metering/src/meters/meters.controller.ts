import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { MeterDirectory } from '../meter-definitions/meter-directory.ts';
import { createMeter } from './create-meter.ts';
import { deactivateMeter, previewDeactivation } from './deactivate-meter.ts';
import { getMeter, listMeters } from './find-meters.ts';
import { ChangedMeterAnswer, MeterAnswer, ReactivatedMeterAnswer } from './meter-answers.schema.ts';
import { CreateMeterBody, DeactivateMeterBody, DryRunQuery, ListMetersQuery, UpdateMeterBody } from './meter.schema.ts';
import { reactivateMeter } from './reactivate-meter.ts';
import { updateMeter } from './update-meter.ts';

const tag = 'Meters';

/** §4.13. Create, update and get answer with the meter object itself; all other answers use the payment dialect. */
@Controller('public/v1/meter')
export class MetersController {
  constructor(
    private readonly source: DataSource,
    private readonly relay: Relay,
    private readonly directory: MeterDirectory,
  ) {}

  @Post()
  @Operation({
    id: 'createMeter',
    tag,
    summary: 'Create a meter',
    description:
      'Defines what usage is counted and how. The id, the aggregation and `group_by` never change; the name, the ' +
      'filters and whether the meter is active can. The answer is the meter itself, without an envelope.',
    scope: 'meters:write',
    answers: { 201: { description: 'The new meter.', data: MeterAnswer, bare: true } },
    errors: ['meter_exists'],
    bodyExamples: { 'A meter that counts events': { name: 'Requests', aggregation_type: 'count' } },
  })
  async create(@Caller() caller: Principal, @Body() body: CreateMeterBody): Promise<MeterAnswer> {
    const meter = await createMeter(this.source, caller, body);
    this.#changed(caller, meter.id);
    return meter;
  }

  @Get()
  @Operation({
    id: 'listMeters',
    tag,
    summary: 'List meters',
    description: 'The meters of the store, the newest first.',
    scope: 'meters:read',
    answers: { 200: { description: 'One page of meters.', data: PageOf(MeterAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListMetersQuery): Promise<PaymentSuccess<Page<MeterAnswer>>> {
    return paymentSuccess('Meters of this store', await listMeters(this.source, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getMeter',
    tag,
    summary: 'Read a meter',
    description: 'One meter. The answer is the meter itself, without an envelope.',
    scope: 'meters:read',
    answers: { 200: { description: 'The meter.', data: MeterAnswer, bare: true } },
  })
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<MeterAnswer> {
    return getMeter(this.source, caller, id);
  }

  /** With dry_run the answer is the impact, in the shape of deactivate's answer. */
  @Patch(':id')
  @Operation({
    id: 'updateMeter',
    tag,
    summary: 'Change a meter',
    description:
      'Changes the fields that the body names, at least one. New filters judge usage that is stamped from now on. ' +
      '`active` false stops the meter: it needs `subscription` and `plan`, and with `dry_run=true` only says what ' +
      'would happen. `active` true lets the meter accept events again; its plans and subscriptions stay as they are. ' +
      'The answer is the meter itself, without an envelope.',
    scope: 'meters:write',
    answers: {
      200: {
        description: 'The changed meter.',
        data: MeterAnswer,
        bare: true,
        or: { description: 'With `dry_run=true`: what the deactivation would do.', data: ChangedMeterAnswer },
      },
    },
    errors: ['immutable_field', 'too_many_versions'],
    bodyExamples: { 'Another name': { name: 'Tokens' } },
  })
  async update(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UpdateMeterBody,
    @Query() query: DryRunQuery,
  ): Promise<MeterAnswer | PaymentSuccess<ChangedMeterAnswer>> {
    if (query.dry_run === true)
      return paymentSuccess('Nothing was changed', await previewDeactivation(this.source, caller, id, body));
    const meter = await updateMeter(this.source, caller, id, body);
    this.#changed(caller, id);
    return meter;
  }

  @Patch(':id/deactivate')
  @Operation({
    id: 'deactivateMeter',
    tag,
    summary: 'Deactivate a meter',
    description:
      'The meter accepts no more events, and its plans and subscriptions change as the body says, in one step. ' +
      'What was counted stays. An inactive meter does not change, so a retry succeeds. `dry_run=true` only says what ' +
      'would happen.',
    scope: 'meters:write',
    answers: { 200: { description: 'The meter, and what happened.', data: ChangedMeterAnswer } },
  })
  async deactivate(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: DeactivateMeterBody,
    @Query() query: DryRunQuery,
  ): Promise<PaymentSuccess<ChangedMeterAnswer>> {
    if (query.dry_run === true)
      return paymentSuccess(
        'Nothing was changed',
        await previewDeactivation(this.source, caller, id, { active: false, ...body }),
      );
    const changed = await deactivateMeter(this.source, caller, id, body);
    this.#changed(caller, id);
    return paymentSuccess('Meter deactivated', changed);
  }

  @Post(':id/reactivate')
  @Operation({
    id: 'reactivateMeter',
    tag,
    summary: 'Reactivate a meter',
    repeatable: true,
    description:
      'Lets a meter accept events again. Its plans and subscriptions stay as the deactivation left them, so no ' +
      'customer is charged without a new decision.',
    scope: 'meters:write',
    answers: { 200: { description: 'The active meter.', data: ReactivatedMeterAnswer } },
  })
  async reactivate(
    @Caller() caller: Principal,
    @Param('id') id: string,
  ): Promise<PaymentSuccess<ReactivatedMeterAnswer>> {
    const meter = await reactivateMeter(this.source, caller, id);
    this.#changed(caller, id);
    return paymentSuccess('Meter reactivated', { meter });
  }

  #changed(caller: Principal, id: string): void {
    this.directory.forget(caller.accountId, id);
    this.relay.wake();
  }
}
