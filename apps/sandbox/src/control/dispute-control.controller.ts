import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { DISPUTE_MOVES, moveDispute, openDispute } from '../disputes/manage-disputes.ts';
import { disputeView } from '../disputes/dispute-view.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { requireChoice } from '../http/require-choice.ts';
import { findPayment } from '../payments/find-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { readControlBody } from './authorize-control.ts';
import { DisputeBody, DisputeMoveBody } from './dispute-control.schema.ts';
import { findReportedPayment } from './payment-report.ts';

type Answer = Promise<Record<string, unknown>>;

/** API.md, section 5: disputes of gateway A's payments. */
@Controller('control')
export class DisputeControlController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('payments/:payment/dispute')
  async open(@Req() request: ApiRequest): Answer {
    const body = readControlBody(this.sandbox, request, DisputeBody);
    const payment = await findReportedPayment(this.sandbox, request.params.payment as string, 'cardgateway-a');
    const { amount_minor: amount, reason, due_in_ms: dueInMs, silent } = body;
    return this.#answer(await openDispute(this.sandbox, payment, { amount, reason, dueInMs, silent }));
  }

  @Post('disputes/:id/:move')
  @HttpCode(200)
  async move(@Req() request: ApiRequest): Answer {
    const { due_in_ms: dueInMs, silent } = readControlBody(this.sandbox, request, DisputeMoveBody);
    const move = requireChoice(request.params.move, 'move', DISPUTE_MOVES);
    return this.#answer(await moveDispute(this.sandbox, request.params.id as string, { move, dueInMs, silent }));
  }

  async #answer(dispute: DisputeRow): Answer {
    this.sandbox.wake();
    return disputeView(dispute, await findPayment(this.sandbox.pool, dispute.provider, dispute.payment_id));
  }
}
