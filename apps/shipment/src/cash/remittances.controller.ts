import { Body, Controller, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import {
  CodExceptionAnswer,
  ImportRemittanceBody,
  ListCodExceptionsQuery,
  ListRemittanceLinesQuery,
  ListRemittancesQuery,
  ReadRemittancesBody,
  RemittanceAnswer,
  RemittanceImportAnswer,
  RemittanceLineAnswer,
  ResolveCodExceptionBody,
} from './remittance.schema.ts';
import { importFile } from './import-remittance.ts';
import {
  exceptionView,
  importView,
  listExceptions,
  listImports,
  listLines,
  listRemittances,
} from './list-remittances.ts';
import { mappingOf, saveMapping } from './manage-mapping.ts';
import { RemittanceMappingAnswer, SaveRemittanceMappingBody } from './mapping.schema.ts';
import { readRemittances } from './read-remittances.ts';
import { resolveException } from './resolve-exception.ts';

const TAG = 'Cash on delivery';
type Answer = Record<string, unknown>;

/** What couriers pay out: decision 0031. */
@Controller('oe/aggtr/api/v1/cod')
export class RemittancesController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post('remittances/import')
  @Operation({
    id: 'importRemittance',
    tag: TAG,
    summary: "Import a courier's remittance file",
    description:
      'Each line pays a parcel or becomes an exception. A file with a mistake changes nothing; the same file again ' +
      'changes nothing.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'What became of the lines.', data: RemittanceImportAnswer } },
    errors: ['REMITTANCE_MAPPING_MISSING'],
  })
  async import(@Caller() caller: Principal, @Body() body: ImportRemittanceBody): Promise<Answer> {
    return shipmentSuccess(200, 'Remittance imported', importView(await importFile(this.dependencies, caller, body)));
  }

  @Post('remittances/read')
  @Operation({
    id: 'readRemittances',
    tag: TAG,
    summary: "Import remittances from a courier's API",
    description:
      'Of a courier whose API says what it paid. The first reading covers 31 days; a later one begins 3 days before ' +
      'the last. A line that is known changes nothing. After the first that succeeds the courier is read daily.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'What became of the lines.', data: RemittanceImportAnswer } },
    errors: ['REMITTANCE_API_MISSING', 'COURIER_UNAVAILABLE'],
  })
  async read(@Caller() caller: Principal, @Body() body: ReadRemittancesBody): Promise<Answer> {
    return shipmentSuccess(200, 'Remittances read', importView(await readRemittances(this.dependencies, caller, body)));
  }

  @Get('remittances/import')
  @Operation({
    id: 'listRemittanceImports',
    tag: TAG,
    summary: 'List imports of remittances',
    description: 'The imports of the company, the newest first.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of imports.', data: PageOf(RemittanceImportAnswer) } },
  })
  async imports(@Caller() caller: Principal, @Query() query: ListRemittancesQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Imports', await listImports(this.dependencies, caller, query));
  }

  @Get('remittances')
  @Operation({
    id: 'listRemittances',
    tag: TAG,
    summary: 'List remittances',
    description: 'What couriers paid, and whether their lines come to it, by courier and number.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of remittances.', data: PageOf(RemittanceAnswer) } },
  })
  async remittances(@Caller() caller: Principal, @Query() query: ListRemittancesQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Remittances', await listRemittances(this.dependencies, caller, query));
  }

  @Get('remittances/lines')
  @Operation({
    id: 'listRemittanceLines',
    tag: TAG,
    summary: 'List lines of remittances',
    description: 'What couriers reported, with the parcel that each line pays. The order is that of the ids.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of lines.', data: PageOf(RemittanceLineAnswer) } },
  })
  async lines(@Caller() caller: Principal, @Query() query: ListRemittanceLinesQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Lines', await listLines(this.dependencies, caller, query));
  }

  @Get('exceptions')
  @Operation({
    id: 'listCodExceptions',
    tag: TAG,
    summary: 'List exceptions of remittances',
    description: 'What the books and the couriers do not agree on, the newest first.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of exceptions.', data: PageOf(CodExceptionAnswer) } },
  })
  async exceptions(@Caller() caller: Principal, @Query() query: ListCodExceptionsQuery): Promise<Answer> {
    return shipmentSuccess(200, 'Exceptions', await listExceptions(this.dependencies, caller, query));
  }

  @Post('exceptions/:exception_id/resolve')
  @Operation({
    id: 'resolveCodException',
    tag: TAG,
    summary: 'Resolve an exception of a remittance',
    description:
      'Says what a person found out. `adjust` writes the difference off, so that the parcel owes nothing; of a line ' +
      'without a parcel it books the money as remitted and written off. `match` books such a line for its parcel. ' +
      'Note and client are kept.',
    scope: 'shipments:write',
    answers: { 200: { description: 'The exception as it is now.', data: CodExceptionAnswer } },
    errors: ['COD_EXCEPTION_RESOLVED', 'COD_RESOLUTION_NOT_POSSIBLE', 'SHIPMENT_NOT_FOUND'],
    notFound: 'COD_EXCEPTION_NOT_FOUND',
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('exception_id') id: string,
    @Body() body: ResolveCodExceptionBody,
  ): Promise<Answer> {
    const row = await resolveException(this.dependencies, caller, id, body);
    return shipmentSuccess(200, 'Exception resolved', exceptionView(row));
  }

  @Get('mappings/:courier_id')
  @Operation({
    id: 'getRemittanceMapping',
    tag: TAG,
    summary: 'Read how the remittance files of a courier are read',
    description: 'The mapping that the company saved, or the built-in one.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The mapping.', data: RemittanceMappingAnswer } },
    errors: ['REMITTANCE_MAPPING_MISSING'],
  })
  async mapping(@Caller() caller: Principal, @Param('courier_id') courierId: string): Promise<Answer> {
    const known = await mappingOf(this.dependencies.pool, caller.accountId, courierId);
    return shipmentSuccess(200, 'Mapping', { courierId, ...known });
  }

  @Put('mappings/:courier_id')
  @Operation({
    id: 'saveRemittanceMapping',
    tag: TAG,
    summary: 'Change how the remittance files of a courier are read',
    description: 'Replaces the mapping as a whole, for later imports. Lines that are stored stay.',
    scope: 'shipments:write',
    answers: { 200: { description: 'The mapping as it is now.', data: RemittanceMappingAnswer } },
    errors: ['REMITTANCE_MAPPING_MISSING'],
  })
  async saveMapping(
    @Caller() caller: Principal,
    @Param('courier_id') courierId: string,
    @Body() { mapping }: SaveRemittanceMappingBody,
  ): Promise<Answer> {
    const of = { accountId: caller.accountId, courier: courierId };
    const saved = await saveMapping(this.dependencies.pool, of, mapping);
    return shipmentSuccess(200, 'Mapping saved', { courierId, ...saved });
  }
}
