import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { changeIntent } from '../intents/change-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import { holdIntent } from '../intents/held-intent.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { offeredMethods } from '../intents/intent-with-store.ts';
import type { OperationRow } from '../operations/operation.ts';
import { inquire } from '../operations/run-operation.ts';
import { ended, sceneOf } from '../pages/find-page.ts';
import { redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { PageFilter } from '../pages/page-filter.ts';
import type { PageReply, PageRequest } from '../pages/page-filter.ts';
import { atGatewayPage, checkingPage, checkoutPage } from '../pages/views.ts';
import type { Scene } from '../pages/views.ts';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { METHODS } from '../routing/choose-gateways.ts';
import { openSession } from '../wallet/open-session.ts';
import { fallBack, payByCard } from './pay.ts';

/** The hosted checkout (§2.6 checkout_page_url). Each POST ends in a redirect, so that a reload sends nothing again. */
@OpenToAll()
@UseFilters(PageFilter)
@Controller('pay/:token')
export class CheckoutPageController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Get()
  async show(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    answer(reply, this.#page(await sceneOf(this.payments, token, request, 'pay')));
  }

  @Post()
  async pay(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const scene = await sceneOf(this.payments, token, request, 'pay');
    const method = METHODS.find((one) => one === request.body?.method);
    const back = redirect(`${scene.path}?lang=${scene.language}`);
    if (method === undefined || scene.row.status !== 'requires_payment_method') return answer(reply, back);
    if (method !== 'card') {
      await openSession(this.payments, scene, method);
      return answer(reply, redirect(`/wallet/${token}?lang=${scene.language}`));
    }
    // A second press finds the first one's attempt: the state refuses it, and the page shows how that one stands.
    const paid = await payByCard(this.payments, scene, scene.language).catch(tolerateRace);
    answer(reply, paid?.redirectTo ? redirect(paid.redirectTo) : back);
  }

  /** The gateway's page is done with the customer. Its callback may have come before, or comes later: we ask. */
  @Get('return')
  async back(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const scene = await sceneOf(this.payments, token, request, 'pay');
    const operation = await openOperation(this.payments, scene.row);
    if (operation !== undefined) {
      const sinceMs = this.payments.clock();
      const applied = await inquire(this.payments, operation, scene.row.currency);
      const next = await fallBack(this.payments, applied, { language: scene.language, sinceMs }).catch(tolerateRace);
      if (next?.redirectTo) return answer(reply, redirect(next.redirectTo));
      scene.row = next?.intent ?? applied.held.row;
    }
    answer(reply, ended(scene) ?? redirect(`${scene.path}?lang=${scene.language}`));
  }

  @Post('cancel')
  async cancel(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const scene = await sceneOf(this.payments, token, request, 'pay');
    scene.row = await cancelByCustomer(this.payments, scene.row);
    answer(reply, ended(scene) ?? redirect(`${scene.path}?lang=${scene.language}`));
  }

  #page(scene: Scene): Page {
    const { row, last } = scene;
    const end = ended(scene);
    if (end !== null) return end;
    if (row.status === 'processing') return checkingPage(scene);
    if (row.status === 'requires_action') {
      if (last !== undefined && last.method !== 'card') return redirect(`${scene.path.replace('/pay/', '/wallet/')}?lang=${scene.language}`);
      return atGatewayPage(scene, (last?.routing.redirect_url as string | undefined) ?? null);
    }
    return checkoutPage({ ...scene, notice: last === undefined ? undefined : 'declined' }, offeredMethods(scene, this.payments.providers.gateways));
  }
}

export function answer(reply: PageReply, { status, headers, body }: Page): void {
  reply.status(status).headers(headers).send(body);
}

/** The other of two presses was faster; the page tells how things stand. */
export function tolerateRace(error: unknown): null {
  if (error instanceof Refusal && (error.status === 409 || error.code === 'gateway_unavailable')) return null;
  if ((error as { code?: string }).code === '23505') return null;
  throw error;
}

/** What was asked for the attempt that is still open. */
export async function openOperation({ pool }: Payments, row: IntentRow): Promise<OperationRow | undefined> {
  if (row.open_attempt === null) return undefined;
  const { rows: [operation] } = await pool.query<OperationRow>("SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending' AND kind = 'pay'", [row.account_id, row.open_attempt]);
  return operation;
}

/** Asked first where an attempt is open: what was paid cannot be cancelled. */
export async function cancelByCustomer(payments: Payments, row: IntentRow): Promise<IntentRow> {
  const operation = await openOperation(payments, row);
  if (operation !== undefined) await inquire(payments, operation, row.currency);
  const next = await inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, row.account_id, row.id) as HeldIntent;
    await changeIntent(payments, tx, held, { command: { kind: 'cancel' }, actor: 'customer' }).catch(tolerateRace);
    return held.row;
  });
  payments.onCommit();
  return next;
}
