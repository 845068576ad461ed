import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { authorizeForm } from '../control/authorize-control.ts';
import { FaultBody } from '../control/control.schema.ts';
import { addFault, listFaults } from '../control/manage-faults.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { DisputeMoveBody } from '../control/dispute-control.schema.ts';
import { findReportedPayment } from '../control/payment-report.ts';
import { DISPUTE_MOVES, moveDispute, openDispute } from '../disputes/manage-disputes.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import { requireChoice } from '../http/require-choice.ts';
import { readControl } from '../http/read-fields.ts';
import { LIMITS } from '../limits.ts';
import { redirect } from '../pages/layout.ts';
import { sendPage } from '../pages/send-page.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { homePage } from './home.views.ts';

/** The messages that the forms' redirects select by `?said=`. */
const MESSAGES: ReadonlyMap<unknown, string> = new Map([
  ['on', 'The fault is switched on.'],
  ['off', 'All faults are switched off.'],
  ['disputed', 'The cardholder disputes the payment.'],
  ['moved', 'The dispute has moved.'],
]);

/** The page with all levers, and its forms. */
@Controller()
export class HomeController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async home(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pool, controlKey } = this.sandbox;
    const isOpen = controlKey === null;
    const { rows: payments } = await pool.query<PaymentRow>(
      'SELECT * FROM payment ORDER BY updated_at DESC, id LIMIT $1',
      [LIMITS.listedMax],
    );
    return sendPage(
      reply,
      homePage(this.sandbox, {
        faults: isOpen ? await listFaults(this.sandbox) : [],
        payments: isOpen ? payments : [],
        disputes: isOpen ? await this.#disputesOf(payments) : [],
        isOpen,
        message: MESSAGES.get(request.query.said) ?? null,
      }),
    );
  }

  @Post('control/form/faults')
  async addFault(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    authorizeForm(this.sandbox, request);
    // Fields of forms are texts, as those of queries are.
    const { reference, ...fault } = readControl(FaultBody, request.body, 'query');
    await addFault(this.sandbox, { ...fault, reference: reference?.trim() });
    return sendPage(reply, redirect('/?said=on#faults'));
  }

  @Post('control/form/payments/:payment/dispute')
  async dispute(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    authorizeForm(this.sandbox, request);
    const payment = await findReportedPayment(this.sandbox, request.params.payment as string, 'cardgateway-a');
    await openDispute(this.sandbox, payment, {});
    return this.#done(reply, 'disputed');
  }

  @Post('control/form/disputes/:id/:move')
  async moveDispute(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    authorizeForm(this.sandbox, request);
    const { due_in_ms: dueInMs } = readControl(DisputeMoveBody, request.body, 'query');
    const move = requireChoice(request.params.move, 'move', DISPUTE_MOVES);
    await moveDispute(this.sandbox, request.params.id as string, { move, dueInMs });
    return this.#done(reply, 'moved');
  }

  #done(reply: FastifyReply, said: string): void {
    this.sandbox.wake();
    return sendPage(reply, redirect(`/?said=${said}#recent`));
  }

  async #disputesOf(payments: readonly PaymentRow[]): Promise<DisputeRow[]> {
    const { rows } = await this.sandbox.pool.query<DisputeRow>(
      'SELECT * FROM dispute WHERE payment_id = ANY ($1) ORDER BY created_at, id',
      [payments.map(({ id }) => id)],
    );
    return rows;
  }

  @Post('control/form/faults/clear')
  async clearFaults(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    authorizeForm(this.sandbox, request);
    await this.sandbox.pool.query('DELETE FROM fault');
    return sendPage(reply, redirect('/?said=off#faults'));
  }
}
