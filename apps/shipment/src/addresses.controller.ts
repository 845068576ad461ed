import { Controller, Get, Inject, Param } from '@nestjs/common';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { NationalAddressAnswer } from './addresses/address.schema.ts';
import { resolveAddress } from './addresses/resolve-address.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

/** National Addresses of Saudi Arabia: the same for all companies. */
@Controller('oe/aggtr/api/v1/addresses')
export class AddressesController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies) {}

  @Get(':short_address')
  @Operation({
    id: 'resolveAddress',
    tag: 'Addresses',
    summary: 'Resolve a short address',
    description:
      'What the short form of a Saudi National Address stands for, in Arabic and English: for a form that a customer ' +
      'fills in. Create, return, edit, quotes and bulk create resolve `shortAddress` by themselves.',
    scope: 'shipments:read',
    errors: ['ADDRESS_NOT_FOUND', 'ADDRESS_DIRECTORY_MISSING'],
    answers: { 200: { description: 'The address.', data: NationalAddressAnswer } },
  })
  async resolve(@Param('short_address') shortAddress: string): Promise<Record<string, unknown>> {
    const { addresses, clock } = this.deps;
    return shipmentSuccess(200, 'National Address', await resolveAddress(addresses, shortAddress, clock));
  }
}
