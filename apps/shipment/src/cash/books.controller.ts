import { Controller, Get, Inject, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import {
  CodAgeingAnswer,
  CodAgeingQuery,
  CodEntryAnswer,
  CodParcelAnswer,
  CodTotalsAnswer,
  CodTotalsQuery,
  ListCodEntriesQuery,
  ListCodParcelsQuery,
} from './books.schema.ts';
import { listEntries, listParcels } from './list-books.ts';
import { codAgeing, codTotals } from './totals.ts';

const TAG = 'Cash on delivery';
type Answer = Record<string, unknown>;

/** The cash that couriers have: decision 0031. */
@Controller('oe/aggtr/api/v1/cod')
export class CodBooksController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get('totals')
  @Operation({
    id: 'listCodTotals',
    tag: TAG,
    summary: 'Total the cash on delivery',
    description: 'What was expected, collected and remitted, by day, courier and currency.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The totals.', data: CodTotalsAnswer } },
  })
  async totals(@Caller() caller: Principal, @Query() query: CodTotalsQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Cash on delivery', await codTotals(this.dependencies, caller, query));
  }

  @Get('ageing')
  @Operation({
    id: 'listCodAgeing',
    tag: TAG,
    summary: 'List what couriers owe, by age',
    description: 'The cash that couriers have and have not paid, by how long they have had it.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The ageing.', data: CodAgeingAnswer } },
  })
  async ageing(@Caller() caller: Principal, @Query() query: CodAgeingQuery): Promise<Answer> {
    const answer: CodAgeingAnswer = { items: await codAgeing(this.dependencies, caller, query) };
    return shipmentSuccess(200, 'What couriers owe', answer);
  }

  @Get('parcels')
  @Operation({
    id: 'listCodParcels',
    tag: TAG,
    summary: 'List parcels with their cash',
    description: 'Parcels of which a courier has had cash, the newest first.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of parcels.', data: PageOf(CodParcelAnswer) } },
  })
  async parcels(@Caller() caller: Principal, @Query() query: ListCodParcelsQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Parcels', await listParcels(this.dependencies, caller, query));
  }

  @Get('entries')
  @Operation({
    id: 'listCodEntries',
    tag: TAG,
    summary: 'List entries of the books',
    description: 'Every change of the books of cash on delivery, the newest first. Each has an event `cod.…`.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of entries.', data: PageOf(CodEntryAnswer) } },
  })
  async entries(@Caller() caller: Principal, @Query() query: ListCodEntriesQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Entries', await listEntries(this.dependencies, caller, query));
  }
}
