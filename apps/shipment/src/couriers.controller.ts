import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { ChangeCourierBody, CouriersAnswer } from './couriers/courier.schema.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

/** §4.7: the couriers of a company. */
@Controller('oe/aggtr/api/v1/shipments/couriers')
export class CouriersController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get()
  @Operation({
    id: 'listCouriers',
    tag: 'Couriers',
    summary: 'List your couriers',
    description: 'The couriers that ship for the company: all of the deployment but those that it has switched off.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The ids of the couriers.', data: CouriersAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    const { couriers, pool } = this.dependencies;
    const answer: CouriersAnswer = { couriers: await couriers.ofCompany(pool, caller.accountId) };
    return shipmentSuccess(200, 'Couriers of this company', answer);
  }

  @Put(':courier_id')
  @Operation({
    id: 'updateCourier',
    tag: 'Couriers',
    summary: 'Switch a courier on or off',
    description:
      'Takes a courier from new shipments of the company, or gives it back. Shipments under way keep their courier. ' +
      'A courier that the deployment does not have is 404 `COURIER_NOT_FOUND`.',
    scope: 'shipments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The couriers after the change.', data: CouriersAnswer } },
    notFound: 'COURIER_NOT_FOUND',
  })
  async change(
    @Caller() caller: Principal,
    @Param('courier_id') id: string,
    @Body() { enabled }: ChangeCourierBody,
  ): Promise<Record<string, unknown>> {
    const { couriers, pool } = this.dependencies;
    await couriers.setEnabled(pool, caller.accountId, { id, enabled });
    return this.list(caller);
  }
}
