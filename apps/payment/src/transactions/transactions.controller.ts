import { Controller, Get, Header, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Sent } from '@qafila/idempotency/sent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { OnceEach } from '../reading.ts';
import { getTransaction, listTransactions } from './find-transactions.ts';
import { listQueue, resolveQueued } from './queue.ts';
import { settlementCsv } from './settlement.ts';

/** What the merchant's portal shows: transactions, the queue of what a person must find out, and the books. */
@Controller('public/v1/payment')
export class TransactionsController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Get('transaction') @NeedsScope('payments:read')
  async list(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Transactions of this store', await listTransactions(this.payments, caller, query));
  }

  @Get('transaction/:id') @NeedsScope('payments:read')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Transaction', await getTransaction(this.payments, caller, id));
  }

  @Get('queue') @NeedsScope('payments:read')
  async queue(@Caller() caller: Principal): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Operations that wait for a person', { items: await listQueue(this.payments, caller) });
  }

  @Post('queue/:id/resolve') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async resolve(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Operation resolved', await resolveQueued(this.payments, caller, id, sent.body));
  }

  @Get('settlement.csv') @NeedsScope('payments:read') @Header('content-type', 'text/csv; charset=utf-8')
  settlement(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>): Promise<string> {
    return settlementCsv(this.payments, caller, query);
  }
}
