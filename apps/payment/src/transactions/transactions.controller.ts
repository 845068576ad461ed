import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import { getTransaction, listTransactions } from './find-transactions.ts';
import { SettlementQuery } from './settlement.schema.ts';
import { settlementCsv } from './settlement.ts';
import { TransactionInFullAnswer } from './transaction-in-full.schema.ts';
import { ListTransactionsQuery, TransactionAnswer } from './transaction.schema.ts';

/** The data of the merchant's portal: transactions and the books. */
@Controller('public/v1/payment')
export class TransactionsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get('transaction')
  @Operation({
    id: 'listTransactions',
    tag: 'Transactions',
    summary: 'List transactions',
    description:
      'The attempts to pay, the newest first. Filters are combined. `search` looks for a part of a text in all ' +
      'transactions of the store; a whole id or `order_reference` is found faster.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of transactions.', data: PageOf(TransactionAnswer) } },
    errors: ['excess_precision'],
  })
  async list(@Caller() caller: Principal, @Query() query: ListTransactionsQuery): Promise<unknown> {
    return paymentSuccess('Transactions of this store', await listTransactions(this.deps, caller, query));
  }

  @Get('transaction/:id')
  @Operation({
    id: 'getTransaction',
    tag: 'Transactions',
    summary: 'Read a transaction in full',
    description:
      'One transaction with the other attempts of its intent, each step and who caused it, why each gateway was ' +
      'chosen, the lines in the books, and the requests to gateways.',
    scope: 'payments:read',
    answers: { 200: { description: 'The transaction.', data: TransactionInFullAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<TransactionInFullAnswer>> {
    return paymentSuccess('Transaction', await getTransaction(this.deps, caller, id));
  }

  @Get('settlement.csv')
  @Operation({
    id: 'downloadSettlement',
    tag: 'Transactions',
    summary: 'Download the books of a period',
    description:
      'All lines of the books of a period as CSV, with a heading: `at`, `posting`, `kind`, `payment_intent_id`, ' +
      '`transaction_id`, `order_reference`, `currency`, `account`, `amount`, `gateway`. The lines of each ' +
      'posting sum to zero. ' +
      `A file has at most ${LIMITS.settlementRowsMax} lines; request a shorter period when it would have more.`,
    scope: 'payments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', 'text/csv; charset=utf-8')
  settlement(@Caller() caller: Principal, @Query() period: SettlementQuery): Promise<string> {
    return settlementCsv(this.deps, caller, period);
  }
}
