import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req } from '@nestjs/common';
import { invalid } from '@qafila/envelopes/refusal';
import type { ApiRequest } from '../http/api-request.ts';
import { digitsOf, integer, oneOf } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { unknownReference } from '../payments/find-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerInApp } from '../wallet/wallet-steps.ts';
import { allowControl, controlFields } from './allow-control.ts';
import { expirePayment, lookAtPayment, lookUp, resendCallback } from './look-at-payment.ts';
import { faultView, listFaults, readChaos, setChaos, switchFault } from './switch-faults.ts';

type Answer = Promise<Record<string, unknown>>;

/** API.md, section 5. JSON only: another site's form cannot be sent here without asking first, and is not allowed. */
@Controller('control')
export class ControlController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('faults')
  async addFault(@Req() request: ApiRequest): Answer {
    return faultView(await switchFault(this.sandbox, this.#fields(request)));
  }

  @Get('faults')
  async faults(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    return { data: (await listFaults(this.sandbox)).map(faultView) };
  }

  @Delete('faults')
  async clearFaults(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    return { deleted: (await this.sandbox.pool.query('DELETE FROM fault')).rowCount };
  }

  @Delete('faults/:id')
  async removeFault(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const { rowCount } = await this.sandbox.pool.query('DELETE FROM fault WHERE id = $1', [request.params.id]);
    if (rowCount === 0) throw unknownReference();
    return { deleted: rowCount };
  }

  @Put('chaos')
  async startChaos(@Req() request: ApiRequest): Answer {
    const chaos = readChaos(this.#fields(request));
    await setChaos(this.sandbox, chaos);
    return { ...chaos };
  }

  @Delete('chaos')
  async endChaos(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    await setChaos(this.sandbox, null);
    return { seed: null };
  }

  @Get('clock')
  async clock(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    return { now: this.sandbox.clock.now().toISOString() };
  }

  @Post('clock') @HttpCode(200)
  async moveClock(@Req() request: ApiRequest): Answer {
    const ms = integer(this.#fields(request), 'advance_ms', { min: 0, max: LIMITS.clockAdvanceMsMax, fallback: 0 }) as number;
    await this.sandbox.clock.advance(ms);
    this.sandbox.wake();
    return { now: this.sandbox.clock.now().toISOString() };
  }

  @Post('phones')
  async whitelist(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    const [phone, behaviour] = [digitsOf(fields.phone), oneOf(fields, 'behaviour', Object.keys(BEHAVIOURS))];
    if (!/^[0-9]{7,15}$/.test(phone)) throw invalid('phone', 'phone must be 7 to 15 digits.');
    await this.sandbox.pool.query('INSERT INTO phone (digest, last4, behaviour) VALUES ($1, $2, $3) ON CONFLICT (digest) DO UPDATE SET behaviour = excluded.behaviour',
      [this.sandbox.keys.digest('phone', phone), phone.slice(-4), behaviour]);
    return { phone_last4: phone.slice(-4), behaviour };
  }

  @Get('payments/:payment')
  async payment(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    return lookAtPayment(this.sandbox, await lookUp(this.sandbox, request.params.payment as string, request.query.provider));
  }

  @Post('payments/:payment/:answer') @HttpCode(200)
  async act(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const answer = oneOf(request.params, 'answer', ['confirm', 'reject', 'expire']);
    const payment = await lookUp(this.sandbox, request.params.payment as string, request.query.provider);
    const done = answer === 'expire' ? await expirePayment(this.sandbox, payment) : await answerInApp(this.sandbox, payment.id, answer);
    this.sandbox.wake();
    return lookAtPayment(this.sandbox, done);
  }

  @Post('callbacks/:id/resend') @HttpCode(202)
  async resend(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    await resendCallback(this.sandbox, request.params.id as string);
    this.sandbox.wake();
    return { callback_id: request.params.id };
  }

  #fields(request: ApiRequest): Fields {
    return controlFields(this.sandbox, request);
  }

  #allow(request: ApiRequest): void {
    allowControl(this.sandbox, request);
  }
}
