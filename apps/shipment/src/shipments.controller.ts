import { Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE, RETURN_EXAMPLE } from './body/body-examples.ts';
import { listDocuments } from './awb/documents.ts';
import { BODY_CODES } from './body/codes.ts';
import { CreateReturnBody, CreateShipmentBody } from './body/create-body.schema.ts';
import { choiceView } from './selection/choice.schema.ts';
import { createShipment } from './shipments/create-shipment.ts';
import { findShipment } from './shipments/find-shipment.ts';
import { listShipments } from './shipments/list-shipments.ts';
import { returnShipment } from './shipments/return-shipment.ts';
import { sentBody } from './shipments/sent-body.ts';
import { shipmentView } from './shipments/shipment-view.ts';
import { proofOf } from './shipments/proof-of.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';
import {
  ListShipmentsQuery,
  ShipmentAnswer,
  ShipmentCreatedAnswer,
  ShipmentDetailAnswer,
} from './shipments/shipment.schema.ts';
import { TrackingAnswer } from './shipments/tracking.schema.ts';
import { trackShipment } from './shipments/track-shipment.ts';
import { trackingUrl } from './tracking-page/tracking-url.ts';

/** §4.3, §4.4 and §4.6: shipments as objects. */
@Controller('oe/aggtr/api/v1/shipments')
export class ShipmentsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post()
  @Operation({
    id: 'createShipment',
    tag: 'Shipments',
    summary: 'Create a shipment',
    description:
      'Stores the shipment and answers at once; the courier is called afterwards. `shipment.booked` or ' +
      '`shipment.booking.failed` reports the result. Amounts are numbers or decimal texts in major units, with no ' +
      'more decimals than the currency has; all sums must be exact. Digits may be Arabic-Indic in phones, codes and ' +
      'numbers. A field that is null or an empty text counts as left out. `warnings` names what a courier may reject.',
    scope: 'shipments:write',
    // The company's couriers and the deployment's settings decide too.
    body: CreateShipmentBody,
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The shipment is stored.', data: ShipmentCreatedAnswer } },
    errors: [...BODY_CODES, 'REFERENCE_DUPLICATE'],
    bodyExamples: {
      'Cash on delivery, two packages': DOMESTIC_EXAMPLE,
      'Across a border': INTERNATIONAL_EXAMPLE,
    },
  })
  async create(
    @Caller() caller: Principal,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await createShipment(this.dependencies, caller, request);
    this.dependencies.onCallDue();
    return applyAnswer(reply, answer);
  }

  @Get()
  @Operation({
    id: 'listShipments',
    tag: 'Shipments',
    summary: 'List shipments',
    description: 'The shipments of the company, the newest first. Filters can be combined.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of shipments.', data: PageOf(ShipmentAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListShipmentsQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Shipments of this company', await listShipments(this.dependencies, caller, query));
  }

  @Post(':shipment_id/return')
  @Operation({
    id: 'createReturn',
    tag: 'Shipments',
    summary: 'Create a return shipment',
    description:
      'Sends pieces of a delivered shipment back: `shipFromInfo` is the customer, `shipToInfo` the warehouse. Items ' +
      'are found by `sku`, else by name; a package without items is one piece. Pieces that another return holds ' +
      'cannot be returned again, and are free again when that return is cancelled. Nothing is collected for a return.',
    scope: 'shipments:write',
    body: CreateReturnBody,
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The return is stored.', data: ShipmentCreatedAnswer } },
    errors: [...BODY_CODES, 'REFERENCE_DUPLICATE', 'RETURN_NOT_ALLOWED', 'RETURN_QUANTITY_EXCEEDED'],
    bodyExamples: { 'One of two pieces': RETURN_EXAMPLE },
  })
  async return(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await returnShipment(this.dependencies, caller, id, request);
    this.dependencies.onCommit();
    return applyAnswer(reply, answer);
  }

  @Get(':shipment_id')
  @Operation({
    id: 'getShipment',
    tag: 'Shipments',
    summary: 'Get a shipment',
    description:
      'The shipment with all that was sent: parties, packages, items, pricing, customs, instructions. ' +
      '`documents` has the addresses of its invoice, packing list and further files.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The shipment.', data: ShipmentDetailAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    const row = await findShipment(this.dependencies.pool, caller.accountId, id);
    const { selection } = row;
    const answer: ShipmentDetailAnswer = {
      ...shipmentView(row),
      courierChoice: selection === null ? null : choiceView(selection),
      proofOfDelivery: await proofOf(this.dependencies.pool, row),
      sent: sentBody(row),
      trackingUrl: trackingUrl(this.dependencies, row),
      documents: await listDocuments(this.dependencies, row),
    };
    return shipmentSuccess(200, 'Shipment', answer);
  }

  @Get(':shipment_id/track')
  @Operation({
    id: 'trackShipment',
    tag: 'Shipments',
    summary: 'Track a shipment',
    description:
      'The state of the shipment with its history. Couriers skip scans: a state that the parcel must have passed is ' +
      'in the history with the source `inferred`. Events report each change, so polling is not needed.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The shipment with its history.', data: TrackingAnswer } },
  })
  async track(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Tracking of the shipment', await trackShipment(this.dependencies, caller, id));
  }
}
