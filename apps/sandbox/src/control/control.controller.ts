import { Controller, Delete, Get, Header, HttpCode, Inject, Post, Put, Req } from '@nestjs/common';
import { resendCallback } from '../callbacks/resend-callback.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { requireChoice } from '../http/require-choice.ts';
import { unknownReference } from '../http/refusals.ts';
import { expirePayment } from '../payments/expire-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerInApp } from '../wallet/wallet-operations.ts';
import { readControlBody, readControlQuery } from './authorize-control.ts';
import {
  ChaosBody,
  ClockBody,
  FaultBody,
  NoFields,
  PaymentQuery,
  PhoneBody,
  RemittanceFileQuery,
  SettlementFileQuery,
} from './control.schema.ts';
import { faultView, listFaults, setChaos, addFault } from './manage-faults.ts';
import { remittanceFile } from './remittance-file.ts';
import { settlementFile } from './settlement-file.ts';
import { paymentReport, findReportedPayment } from './payment-report.ts';

type Answer = Promise<Record<string, unknown>>;

/** API.md, section 5. */
@Controller('control')
export class ControlController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('faults')
  async createFault(@Req() request: ApiRequest): Answer {
    return faultView(await addFault(this.sandbox, readControlBody(this.sandbox, request, FaultBody)));
  }

  @Get('faults')
  async faults(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    return { data: (await listFaults(this.sandbox)).map(faultView) };
  }

  @Delete('faults')
  async clearFaults(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    return { deleted: (await this.sandbox.pool.query('DELETE FROM fault')).rowCount };
  }

  @Delete('faults/:id')
  async removeFault(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { rowCount } = await this.sandbox.pool.query('DELETE FROM fault WHERE id = $1', [request.params.id]);
    if (rowCount === 0) throw unknownReference();
    return { deleted: rowCount };
  }

  @Put('chaos')
  async startChaos(@Req() request: ApiRequest): Answer {
    const { seed, rates = {} } = readControlBody(this.sandbox, request, ChaosBody);
    const chaos = { seed, rates: { ...rates } };
    await setChaos(this.sandbox, chaos);
    return { ...chaos };
  }

  @Delete('chaos')
  async endChaos(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    await setChaos(this.sandbox, null);
    return { seed: null };
  }

  @Get('clock')
  async clock(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    return { now: this.sandbox.clock.now().toISOString() };
  }

  @Post('clock')
  @HttpCode(200)
  async advanceClock(@Req() request: ApiRequest): Answer {
    const { advance_ms: ms = 0 } = readControlBody(this.sandbox, request, ClockBody);
    await this.sandbox.clock.advance(ms);
    this.sandbox.wake();
    return { now: this.sandbox.clock.now().toISOString() };
  }

  @Post('phones')
  async whitelist(@Req() request: ApiRequest): Answer {
    const { phone, behaviour } = readControlBody(this.sandbox, request, PhoneBody);
    await this.sandbox.pool.query(
      `
      INSERT INTO phone (digest, last4, behaviour, used_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (digest) DO UPDATE SET behaviour = excluded.behaviour, used_at = excluded.used_at`,
      [this.sandbox.keys.digest('phone', phone), phone.slice(-4), behaviour, this.sandbox.clock.now()],
    );
    return { phone_last4: phone.slice(-4), behaviour };
  }

  @Get('payments/:payment')
  async payment(@Req() request: ApiRequest): Answer {
    const { provider } = readControlQuery(this.sandbox, request, PaymentQuery);
    return paymentReport(
      this.sandbox,
      await findReportedPayment(this.sandbox, request.params.payment as string, provider),
    );
  }

  @Get('settlement')
  @Header('content-type', 'text/csv; charset=utf-8')
  async settlement(@Req() request: ApiRequest): Promise<string> {
    return settlementFile(this.sandbox, readControlQuery(this.sandbox, request, SettlementFileQuery));
  }

  @Get('remittance')
  @Header('content-type', 'text/csv; charset=utf-8')
  async remittance(@Req() request: ApiRequest): Promise<string> {
    return remittanceFile(this.sandbox, readControlQuery(this.sandbox, request, RemittanceFileQuery));
  }

  @Post('payments/:payment/:answer')
  @HttpCode(200)
  async act(@Req() request: ApiRequest): Answer {
    const { provider } = readControlQuery(this.sandbox, request, PaymentQuery);
    const answer = requireChoice(request.params.answer, 'answer', ['confirm', 'reject', 'expire']);
    const payment = await findReportedPayment(this.sandbox, request.params.payment as string, provider);
    const changed =
      answer === 'expire'
        ? await expirePayment(this.sandbox, payment)
        : await answerInApp(this.sandbox, payment.id, answer);
    this.sandbox.wake();
    return paymentReport(this.sandbox, changed);
  }

  @Post('callbacks/:id/resend')
  @HttpCode(202)
  async resend(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    await resendCallback(this.sandbox, request.params.id as string);
    this.sandbox.wake();
    return { callback_id: request.params.id };
  }

  /** For calls without parameters. */
  #authorize(request: ApiRequest): void {
    readControlQuery(this.sandbox, request, NoFields);
  }
}
