import { Body, Controller, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { AlarmAnswer, ListAlarmsQuery } from './alarms/alarm.schema.ts';
import { listAlarms } from './alarms/list-alarms.ts';
import { resolveAlarms } from './alarms/resolve-alarms.ts';
import { DOMESTIC_EXAMPLE } from './body/body-examples.ts';
import { BODY_CODES } from './body/codes.ts';
import { CreateShipmentBody } from './body/create-body.schema.ts';
import { editShipment } from './recovery/edit-shipment.ts';
import { declareAbsent, retryBooking, setWaybill } from './recovery/recover-shipment.ts';
import { declareOutcome } from './recovery/declare-outcome.ts';
import { DeclareOutcomeBody, NoteBody, RetryBookingBody, SetWaybillBody } from './recovery/recovery.schema.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';
import {
  BookingRetryAnswer,
  ShipmentEditedAnswer,
  ShipmentEmptyAnswer,
  ShipmentStatusAnswer,
} from './shipments/shipment.schema.ts';

const RECOVERY = { tag: 'Shipments', scope: 'shipments:write', idempotencyKey: 'optional' } as const;

/** What a person does where a courier leaves a shipment stuck. The history has each with the client id. */
@Controller('oe/aggtr/api/v1/shipments')
export class ShipmentRecoveryController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get('alarms')
  @Operation({
    id: 'listAlarms',
    tag: 'Shipments',
    summary: 'List alarms',
    description:
      'What a person must check, the newest first. The event `shipment.alarm` reports each when it is raised.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of alarms.', data: PageOf(AlarmAnswer) } },
  })
  async alarms(@Caller() caller: Principal, @Query() query: ListAlarmsQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Alarms of this company', await listAlarms(this.dependencies, caller, query));
  }

  @Put(':shipment_id')
  @Operation({
    ...RECOVERY,
    id: 'editShipment',
    summary: 'Edit a shipment that is not booked',
    description:
      'Replaces the whole body of a shipment that no courier has been asked to book, mostly one whose booking ' +
      'failed. Then call `retry-booking`. A return takes the body of a return.',
    body: CreateShipmentBody,
    exactNumbers: true,
    answers: { 200: { description: 'The shipment has the new body.', data: ShipmentEditedAnswer } },
    errors: [...BODY_CODES, 'NOT_EDITABLE', 'REFERENCE_DUPLICATE', 'RETURN_QUANTITY_EXCEEDED'],
    bodyExamples: { 'The whole body': DOMESTIC_EXAMPLE },
  })
  async edit(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#committed(applyAnswer(reply, await editShipment(this.dependencies, caller, id, request)));
  }

  @Post(':shipment_id/retry-booking')
  @Operation({
    ...RECOVERY,
    id: 'retryBooking',
    summary: 'Book a refused shipment again',
    description:
      'Books a shipment again whose status is `BOOKING_FAILED`, if you like with another courier or service. Another ' +
      'courier may also be asked while no request was sent. For any other it changes nothing. ' +
      '`retried` says which it was.',
    answers: { 202: { description: 'The request is accepted.', data: BookingRetryAnswer } },
    errors: ['COURIER_UNKNOWN'],
  })
  async retry(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() body: RetryBookingBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await retryBooking(this.dependencies, caller, { id, request, body });
    return this.#committed(applyAnswer(reply, answer));
  }

  @Post(':shipment_id/set-waybill')
  @Operation({
    ...RECOVERY,
    id: 'setWaybill',
    summary: 'Set a waybill by hand',
    description:
      'For a booking that the courier made by another way, or whose answer never came. The shipment is then ' +
      '`BOOKED`, and its label can be fetched.',
    answers: { 202: { description: 'The shipment has the waybill.', data: ShipmentStatusAnswer } },
    errors: ['COURIER_UNKNOWN', 'BOOKING_NOT_OPEN', 'WAYBILL_TAKEN'],
  })
  async waybill(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() body: SetWaybillBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await setWaybill(this.dependencies, caller, { id, request, body });
    return this.#committed(applyAnswer(reply, answer));
  }

  @Post(':shipment_id/declare-absent')
  @Operation({
    ...RECOVERY,
    id: 'declareAbsent',
    summary: 'Declare that the courier has no booking',
    description:
      'Ends a booking without an answer (alarm `COURIER_SILENT`), once the courier has confirmed that it ' +
      'has none. The shipment is then `BOOKING_FAILED`: book it again, edit or cancel it. A waybill that comes ' +
      'all the same raises an alarm.',
    answers: { 202: { description: 'The booking has failed.', data: ShipmentStatusAnswer } },
    errors: ['BOOKING_NOT_OPEN'],
  })
  async absent(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() body: NoteBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await declareAbsent(this.dependencies, caller, { id, request, body });
    return this.#committed(applyAnswer(reply, answer));
  }

  @Post(':shipment_id/declare-outcome')
  @Operation({
    ...RECOVERY,
    id: 'declareOutcome',
    summary: 'Declare what became of a shipment',
    description:
      'For a shipment whose courier does not say, or says it wrongly: a cancellation that it does not answer or does ' +
      'not support (`cancelled`, `not_cancelled`), and goods that are `returned`, `lost` or `delivered`, of one ' +
      'package where there are several. It stands over all scans before; the events are those of a scan, with the ' +
      '`reasonCode` `declared`. A scan that comes afterwards and contradicts it raises an alarm.',
    answers: { 202: { description: 'The shipment is in the declared state.', data: ShipmentStatusAnswer } },
    errors: ['OUTCOME_NOT_POSSIBLE'],
  })
  async outcome(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() body: DeclareOutcomeBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await declareOutcome(this.dependencies, caller, { id, request, body });
    return this.#committed(applyAnswer(reply, answer));
  }

  @Post(':shipment_id/alarms/:alarm_id/resolve')
  @Operation({
    id: 'resolveAlarm',
    tag: 'Shipments',
    summary: 'Resolve one alarm',
    description: 'Closes the alarm with your note, once you have looked at it.',
    scope: 'shipments:write',
    answers: { 200: { description: 'The alarm is resolved.', data: ShipmentEmptyAnswer } },
    errors: ['ALARM_NOT_FOUND'],
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Param('alarm_id') no: string,
    @Body() { note }: NoteBody,
  ): Promise<Record<string, unknown>> {
    await resolveAlarms(this.dependencies, caller, id, { no, note });
    return shipmentSuccess(200, 'Alarm resolved', {});
  }

  @Post(':shipment_id/clear-alarms')
  @Operation({
    id: 'clearAlarms',
    tag: 'Shipments',
    summary: 'Clear the alarms of a shipment',
    description: 'Resolves all alarms of the shipment once a person has looked at them. Send no body.',
    scope: 'shipments:write',
    answers: { 200: { description: 'There are no alarms any more.', data: ShipmentEmptyAnswer } },
  })
  async clear(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    await resolveAlarms(this.dependencies, caller, id, {});
    return shipmentSuccess(200, 'Alarms cleared', {});
  }

  #committed(body: unknown): unknown {
    this.dependencies.onCommit();
    return body;
  }
}
