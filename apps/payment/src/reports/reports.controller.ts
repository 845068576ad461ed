import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { checkOwnBooks } from './check-own-books.ts';
import { measurePerformance, performanceCsv } from './performance.ts';
import { reconcile, reconciliationCsv } from './reconciliation.ts';
import {
  LedgerCheckAnswer,
  PerformanceAnswer,
  PerformanceQuery,
  ReconciliationAnswer,
  ReconciliationQuery,
} from './reports.schema.ts';

const TAG = 'Reports';

/** Decision 0019. */
@Controller('public/v1/payment')
export class ReportsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get('reconciliation')
  @Operation({
    id: 'getReconciliation',
    tag: TAG,
    summary: 'Read the reconciliation of a day',
    description: 'For each gateway and currency: what it owed when the day began, what changed that, and what it owes.',
    scope: 'payments:read',
    answers: { 200: { description: 'The reconciliation.', data: ReconciliationAnswer } },
  })
  async reconciliation(
    @Caller() caller: Principal,
    @Query() query: ReconciliationQuery,
  ): Promise<PaymentSuccess<ReconciliationAnswer>> {
    return paymentSuccess('Reconciliation', { items: await reconcile(this.deps, caller, query) });
  }

  @Get('reconciliation.csv')
  @Operation({
    id: 'downloadReconciliation',
    tag: TAG,
    summary: 'Download the reconciliation of a day',
    description: 'The same as CSV, with a heading.',
    scope: 'payments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', 'text/csv; charset=utf-8')
  async reconciliationFile(@Caller() caller: Principal, @Query() query: ReconciliationQuery): Promise<string> {
    return reconciliationCsv(await reconcile(this.deps, caller, query));
  }

  @Get('ledger/check')
  @Operation({
    id: 'checkLedger',
    tag: TAG,
    summary: "Check the store's books",
    description:
      'Proves that every posting sums to zero, that the books agree with the payments and with what the gateways ' +
      'settled, and that nothing is left in suspense. It reads all postings of the store.',
    scope: 'payments:read',
    answers: { 200: { description: 'The result.', data: LedgerCheckAnswer } },
  })
  async check(@Caller() caller: Principal): Promise<PaymentSuccess<LedgerCheckAnswer>> {
    return paymentSuccess('Books checked', await checkOwnBooks(this.deps, caller));
  }

  @Get('report/performance')
  @Operation({
    id: 'getPerformance',
    tag: TAG,
    summary: 'Read volume, fees and approval rate',
    description:
      'The transactions of a period by gateway, method, country of delivery or card, range of BINs, or currency.',
    scope: 'payments:read',
    answers: { 200: { description: 'The groups.', data: PerformanceAnswer } },
  })
  async performance(
    @Caller() caller: Principal,
    @Query() query: PerformanceQuery,
  ): Promise<PaymentSuccess<PerformanceAnswer>> {
    return paymentSuccess('Performance', { items: await measurePerformance(this.deps, caller, query) });
  }

  @Get('report/performance.csv')
  @Operation({
    id: 'downloadPerformance',
    tag: TAG,
    summary: 'Download volume, fees and approval rate',
    description: 'The same as CSV, with a heading.',
    scope: 'payments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', 'text/csv; charset=utf-8')
  async performanceFile(@Caller() caller: Principal, @Query() query: PerformanceQuery): Promise<string> {
    return performanceCsv(await measurePerformance(this.deps, caller, query), query.by);
  }
}
