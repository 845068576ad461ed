import { Body, Controller, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { importFile } from './import-report.ts';
import {
  exceptionView,
  getPayout,
  importView,
  listExceptions,
  listImports,
  listLines,
  listPayouts,
} from './list-settlement.ts';
import { mappingOf, savedMapping, saveMapping } from './manage-mapping.ts';
import { MappingAnswer, SaveMappingBody } from './mapping.schema.ts';
import { resolveException } from './resolve-exception.ts';
import {
  ImportSettlementBody,
  ListPayoutsQuery,
  ListSettlementExceptionsQuery,
  ListSettlementLinesQuery,
  PayoutAnswer,
  ResolveExceptionBody,
  SettlementExceptionAnswer,
  SettlementImportAnswer,
  SettlementLineAnswer,
} from './settlement.schema.ts';

const TAG = 'Settlement';

/** Decision 0019. */
@Controller('public/v1/payment')
export class SettlementController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post('settlement/import')
  @Operation({
    id: 'importSettlement',
    tag: TAG,
    summary: "Import a gateway's settlement file",
    description:
      'Each line settles a posting of the books or becomes an exception, fees become the actual ones, and payouts ' +
      'are posted. A file with a mistake changes nothing; the same file again changes nothing.',
    scope: 'payments:write',
    repeatable: true,
    answers: { 200: { description: 'What became of the lines.', data: SettlementImportAnswer } },
  })
  async import(
    @Caller() caller: Principal,
    @Body() body: ImportSettlementBody,
  ): Promise<PaymentSuccess<SettlementImportAnswer>> {
    return paymentSuccess('Settlement imported', importView(await importFile(this.deps, caller, body)));
  }

  @Get('settlement/import')
  @Operation({
    id: 'listSettlementImports',
    tag: TAG,
    summary: 'List imports',
    description: 'The imports of the store, the newest first.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of imports.', data: PageOf(SettlementImportAnswer) } },
  })
  async imports(@Caller() caller: Principal, @Query() query: ListQuery): Promise<unknown> {
    return paymentSuccess('Settlement imports', await listImports(this.deps, caller, query));
  }

  @Get('settlement/line')
  @Operation({
    id: 'listSettlementLines',
    tag: TAG,
    summary: 'List settled lines',
    description: 'What the gateways reported, with the posting that each line settles. The order is that of the ids.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of lines.', data: PageOf(SettlementLineAnswer) } },
  })
  async lines(@Caller() caller: Principal, @Query() query: ListSettlementLinesQuery): Promise<unknown> {
    return paymentSuccess('Settled lines', await listLines(this.deps, caller, query));
  }

  @Get('settlement/exception')
  @Operation({
    id: 'listSettlementExceptions',
    tag: TAG,
    summary: 'List exceptions of settlement',
    description: 'What the books and the gateways do not agree on, the newest first.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of exceptions.', data: PageOf(SettlementExceptionAnswer) } },
  })
  async exceptions(@Caller() caller: Principal, @Query() query: ListSettlementExceptionsQuery): Promise<unknown> {
    return paymentSuccess('Settlement exceptions', await listExceptions(this.deps, caller, query));
  }

  @Post('settlement/exception/:id/resolve')
  @NeedsConfirmation()
  @Operation({
    id: 'resolveSettlementException',
    tag: TAG,
    summary: 'Resolve an exception of settlement',
    description:
      'Says what a person found out. `adjust` posts the difference to `adjustments`, so that the books say what the ' +
      'gateway settled. Above PAYMENT_REVIEW_SECOND_KEY_ABOVE the first key proposes, and the exception stays open ' +
      'until another key says `adjust` too. Note and keys are kept.',
    scope: 'payments:resolve',
    answers: { 200: { description: 'The exception as it is now.', data: SettlementExceptionAnswer } },
    errors: ['illegal_transition', 'same_key'],
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ResolveExceptionBody,
  ): Promise<PaymentSuccess<SettlementExceptionAnswer>> {
    return paymentSuccess('Exception resolved', exceptionView(await resolveException(this.deps, caller, id, body)));
  }

  @Get('settlement/mapping/:gateway')
  @Operation({
    id: 'getSettlementMapping',
    tag: TAG,
    summary: 'Read how the files of a gateway are read',
    description: 'The mapping that the store saved, or the built-in one.',
    scope: 'payments:read',
    answers: { 200: { description: 'The mapping.', data: MappingAnswer } },
  })
  async mapping(
    @Caller() caller: Principal,
    @Param('gateway') gateway: string,
  ): Promise<PaymentSuccess<MappingAnswer>> {
    const saved = await savedMapping(this.deps.pool, caller, gateway);
    const mapping = saved ?? (await mappingOf(this.deps.pool, caller, gateway));
    return paymentSuccess('Mapping', { gateway, source: saved === undefined ? 'built_in' : 'store', mapping });
  }

  @Put('settlement/mapping/:gateway')
  @Operation({
    id: 'saveSettlementMapping',
    tag: TAG,
    summary: 'Change how the files of a gateway are read',
    description: 'Replaces the mapping as a whole, for later imports. Lines that are stored stay.',
    scope: 'payments:write',
    answers: { 200: { description: 'The mapping as it is now.', data: MappingAnswer } },
  })
  async saveMapping(
    @Caller() caller: Principal,
    @Param('gateway') gateway: string,
    @Body() { mapping }: SaveMappingBody,
  ): Promise<PaymentSuccess<MappingAnswer>> {
    const saved = await saveMapping(this.deps.pool, caller, gateway, mapping);
    const source = mapping === null ? 'built_in' : 'store';
    return paymentSuccess('Mapping saved', { gateway, source, mapping: saved });
  }

  @Get('payout')
  @Operation({
    id: 'listPayouts',
    tag: TAG,
    summary: 'List payouts',
    description: "What the gateways paid to the store's bank, the newest first.",
    scope: 'payments:read',
    answers: { 200: { description: 'One page of payouts.', data: PageOf(PayoutAnswer) } },
  })
  async payouts(@Caller() caller: Principal, @Query() query: ListPayoutsQuery): Promise<unknown> {
    return paymentSuccess('Payouts', await listPayouts(this.deps, caller, query));
  }

  @Get('payout/:id')
  @Operation({
    id: 'getPayout',
    tag: TAG,
    summary: 'Read a payout',
    description: 'One payout. Its lines are in the list of settled lines, by its `payout_id`.',
    scope: 'payments:read',
    answers: { 200: { description: 'The payout.', data: PayoutAnswer } },
  })
  async payout(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<PayoutAnswer>> {
    return paymentSuccess('Payout', await getPayout(this.deps, caller, id));
  }
}
