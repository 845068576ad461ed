import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { instructCourier } from './instructions/instruct.ts';
import {
  InstructionAnswer,
  InstructionBody,
  ListInstructionsQuery,
  ResolveInstructionBody,
} from './instructions/instruction.schema.ts';
import { listInstructions } from './instructions/list-instructions.ts';
import { resolveInstruction } from './instructions/resolve-instruction.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

/** What a courier is to do with a parcel that it could not deliver. */
@Controller('oe/aggtr/api/v1/shipments')
export class ShipmentInstructionsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get('instructions')
  @Operation({
    id: 'listInstructions',
    tag: 'Shipments',
    summary: 'List instructions to couriers',
    description:
      'The newest first. `status=TO_DO` lists the work of people: what they give to couriers by another way.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of instructions.', data: PageOf(InstructionAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListInstructionsQuery): Promise<Record<string, unknown>> {
    const page = await listInstructions(this.dependencies, caller, query);
    return shipmentSuccess(200, 'Instructions of this company', page);
  }

  @Post(':shipment_id/instructions')
  @Operation({
    id: 'instructCourier',
    tag: 'Shipments',
    summary: 'Instruct the courier about a parcel under way',
    description:
      'Another attempt, another address or phone of the receiver, or the way back. `reattempt` after a failed ' +
      'delivery, on hold, or waiting in a shop; `change_address` and `return_now` also before the driver has left; ' +
      '`change_phone` also on the last way. The courier is asked afterwards; `shipment.instruction` reports the ' +
      'result. A courier that takes no instruction by a call raises the alarm `INSTRUCTION_TO_DO` for a person.',
    scope: 'shipments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 202: { description: 'The instruction is stored.', data: InstructionAnswer } },
    errors: ['INSTRUCTION_NOT_POSSIBLE', 'INSTRUCTION_OPEN', 'PHONE_INVALID', 'NATIONAL_ADDRESS_REQUIRED'],
    bodyExamples: {
      'Another phone': { instruction: 'change_phone', phone: '+966501234568' },
      'The way back': { instruction: 'return_now' },
    },
  })
  async instruct(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() body: InstructionBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = applyAnswer(reply, await instructCourier(this.dependencies, caller, { id, request, body }));
    this.dependencies.onCommit();
    return answer;
  }

  @Post(':shipment_id/instructions/:instruction_id/resolve')
  @Operation({
    id: 'resolveInstruction',
    tag: 'Shipments',
    summary: 'Report what became of an instruction',
    description:
      'For an instruction that a person gives to the courier (`TO_DO`): ends it and its alarm. A repeat with the ' +
      'same outcome changes nothing.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'The instruction has ended.', data: InstructionAnswer } },
    errors: ['INSTRUCTION_NOT_OPEN', 'SHIPMENT_NOT_FOUND'],
    notFound: 'INSTRUCTION_NOT_FOUND',
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('shipment_id') shipmentId: string,
    @Param('instruction_id') id: string,
    @Body() body: ResolveInstructionBody,
  ): Promise<Record<string, unknown>> {
    const answer = await resolveInstruction(this.dependencies, caller, { shipmentId, id, body });
    this.dependencies.onCommit();
    return shipmentSuccess(200, 'Instruction resolved', answer);
  }
}
