import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { allowForm } from '../control/allow-control.ts';
import { listFaults, switchFault } from '../control/switch-faults.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { fieldsOf, optionalText } from '../http/fields.ts';
import { LIMITS } from '../limits.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { homePage } from './home.views.ts';
import { redirect } from './layout.ts';
import type { Page } from './layout.ts';

/** The page with all levers, and its forms. */
@Controller()
export class HomeController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async home(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pool, controlKey } = this.sandbox;
    const isOpen = controlKey === null;
    const { rows: recent } = await pool.query<PaymentRow>('SELECT * FROM payment ORDER BY updated_at DESC, id LIMIT $1', [LIMITS.listedMax]);
    const said = request.query.said === 'on' ? 'The fault is switched on.' : request.query.said === 'off' ? 'All faults are switched off.' : null;
    return send(reply, homePage(this.sandbox, { faults: isOpen ? await listFaults(this.sandbox) : [], recent: isOpen ? recent : [], isOpen, said }));
  }

  @Post('control/form/faults')
  async addFault(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    allowForm(this.sandbox, request);
    const fields = fieldsOf(request.body);
    await switchFault(this.sandbox, { ...fields, reference: optionalText(fields, 'reference')?.trim() });
    return send(reply, redirect('/?said=on#faults'));
  }

  @Post('control/form/faults/clear')
  async clearFaults(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    allowForm(this.sandbox, request);
    await this.sandbox.pool.query('DELETE FROM fault');
    return send(reply, redirect('/?said=off#faults'));
  }
}

function send(reply: FastifyReply, { status, headers, body }: Page): void {
  void reply.status(status).headers(headers).send(body);
}
