import { Controller, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { DOMESTIC_EXAMPLE } from '../body/body-examples.ts';
import { BODY_CODES } from '../body/codes.ts';
import { CreateShipmentBody } from '../body/create-body.schema.ts';
import { SELECTION } from '../limits.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { quoteShipment } from './quote-shipment.ts';
import { QuotesAnswer } from './quotes.schema.ts';

@Controller('oe/aggtr/api/v1/shipments/quotes')
export class QuotesController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post()
  @Operation({
    id: 'quoteShipment',
    tag: 'Courier rules',
    summary: 'Quote a shipment at all couriers',
    description:
      'Asks the couriers of the company at the same time what they would take for a body of create, each for at most ' +
      `${SELECTION.quoteTimeoutMs / 1_000} seconds, and creates nothing. What a courier said is used again for ` +
      `${SELECTION.offersUsableMs / 1_000} seconds. A body with \`courierId\` asks that courier alone.`,
    scope: 'shipments:read',
    body: CreateShipmentBody,
    exactNumbers: true,
    repeatable: true,
    answers: { 200: { description: 'The offers.', data: QuotesAnswer } },
    errors: [...BODY_CODES],
    bodyExamples: { 'Cash on delivery, two packages': DOMESTIC_EXAMPLE },
  })
  async quote(@Caller() caller: Principal, @ParsedRequest() { body }: IdempotentRequest): Promise<unknown> {
    return shipmentSuccess(200, 'Offers of the couriers', await quoteShipment(this.dependencies, caller, body));
  }
}
