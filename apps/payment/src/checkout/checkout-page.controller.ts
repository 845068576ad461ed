import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { sendPage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { offersToSave, payableMethods } from '../intents/wanted-payment.ts';
import { cancelByCustomer, findOpenOperation } from '../operations/cancel-by-customer.ts';
import { inquire } from '../operations/run-operation.ts';
import { tolerateRace } from '../operations/tolerate-race.ts';
import { ownerOf } from '../owner.ts';
import { endOf, findPageContext, pageTokenOf } from '../pages/find-page.ts';
import { PageFilter } from '../pages/page-filter.ts';
import { actionPage } from '../pages/action-page.ts';
import { checkingPage, checkoutPage, detailsPage, unpayablePage } from '../pages/views.ts';
import type { PageContext } from '../pages/views.ts';
import { storedAction } from '../providers/customer-action.ts';
import { METHODS } from '../providers/methods.ts';
import { isWallet } from '../providers/provider.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { openSession } from '../wallet/open-session.ts';
import { missingDetails, readDetails } from './buyer-details.ts';
import { payOnPage, tryFallback } from './pay-by-card.ts';
import type { Pressed } from './pay-by-card.ts';
import { noticeOf } from '../pages/notices.ts';
import type { Texts } from '../pages/texts.ts';

/**
 * The hosted checkout (§2.6 checkout_page_url). Each POST answers with a redirect, so that a reload submits nothing
 * again.
 */
@OpenToAll()
@UseFilters(PageFilter)
@Controller('pay/:token')
export class CheckoutPageController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  async show(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    sendPage(reply, await this.#page(await findPageContext(this.deps, token, request, 'pay')));
  }

  @Post()
  async pay(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, token, request, 'pay');
    const method = METHODS.find((known) => known === request.body?.method);
    const back = redirect(`${context.path}?lang=${context.language}`);
    if (method === undefined || context.row.status !== 'requires_payment_method') return sendPage(reply, back);
    // The state refuses a second press, and the page shows the first press's attempt.
    const pressed = { language: context.language, method, ticked: request.body?.save === 'yes' };
    const typed = readDetails(request.body);
    const paid = await payOnPage(this.deps, context, { ...pressed, typed }).catch(tolerateRace);
    if (paid === 'details') return sendPage(reply, redirect(detailsUrl(context, pressed, request.body ?? {})));
    if (paid === 'wallet') {
      await openSession(this.deps, context, method);
      return sendPage(reply, redirect(`/wallet/${token}?lang=${context.language}`));
    }
    sendPage(reply, paid?.redirectTo ? redirect(paid.redirectTo) : back);
  }

  /** Asks for what the gateway needs of the customer, and the merchant did not send. */
  @Get('details')
  async details(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, token, request, 'pay');
    const { available } = await this.deps.providers.ofStore(ownerOf(context.row));
    const chosen = payableMethods(context, available).find(({ method }) => method === request.query.method);
    const missing = chosen === undefined ? [] : missingDetails(context.row.customer, chosen.gateways);
    if (chosen === undefined || missing.length === 0 || context.row.status !== 'requires_payment_method')
      return sendPage(reply, redirect(`${context.path}?lang=${context.language}`));
    const form = { method: chosen.method, fields: missing, saves: request.query.save === 'yes' };
    sendPage(reply, detailsPage({ ...context, notice: noticeOf(request, 'details') }, form));
  }

  /**
   * Receives the customer from the provider's page, by the return token that the provider was given. The callback may
   * come before or after this, so the service inquires.
   */
  @Get('return')
  async back(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, await pageTokenOf(this.deps, token), request, 'pay');
    const operation = await findOpenOperation(this.deps, context.row);
    if (operation !== undefined) {
      const sinceMs = this.deps.clock();
      const applied = await inquire(this.deps, operation, context.row.currency);
      const next = await tryFallback(this.deps, applied, { language: context.language, sinceMs }).catch(tolerateRace);
      if (next?.redirectTo) return sendPage(reply, redirect(next.redirectTo));
      context.row = next?.intent ?? applied.locked.row;
    }
    sendPage(reply, (await endOf(this.deps, context)) ?? redirect(`${context.path}?lang=${context.language}`));
  }

  @Post('cancel')
  async cancel(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, token, request, 'pay');
    context.row = await cancelByCustomer(this.deps, context.row);
    sendPage(reply, (await endOf(this.deps, context)) ?? redirect(`${context.path}?lang=${context.language}`));
  }

  async #page(context: PageContext): Promise<Page> {
    const { row, last } = context;
    const end = await endOf(this.deps, context);
    if (end !== null) return end;
    if (row.status === 'processing') return checkingPage(context);
    if (row.status === 'requires_action') {
      const action = last === undefined ? null : storedAction(last.routing);
      // A wallet's customer acts on our pages for wallets.
      if (last !== undefined && last.method !== 'card' && action === null)
        return redirect(`${context.path.replace('/pay/', '/wallet/')}?lang=${context.language}`);
      return actionPage(context, action);
    }
    const { available } = await this.deps.providers.ofStore(ownerOf(row));
    const payable = payableMethods(context, available);
    if (payable.length === 0) return unpayablePage(context);
    return checkoutPage(
      { ...context, notice: noticeOfLast(context) },
      payable.map(({ method, gateways }) => ({ method, atGateway: !isWallet(gateways[0] as PaymentProvider) })),
      { offersToSave: offersToSave(context, payable) },
    );
  }
}

/** What was typed is not in the address; a form that was sent with details says that they were wrong. */
function detailsUrl(
  { path, language }: PageContext,
  { method, ticked }: Pressed,
  form: Record<string, unknown>,
): string {
  const wasSent = ['name', 'email', 'phone'].some((name) => name in form);
  const query = {
    method,
    lang: language,
    ...(ticked ? { save: 'yes' } : {}),
    ...(wasSent ? { notice: 'fieldWrong' } : {}),
  };
  return `${path}/details?${new URLSearchParams(query)}`;
}

/** A charge without the customer may be the last attempt: then their bank asked for them. */
function noticeOfLast({ row, last, isUndecided }: PageContext): keyof Texts | undefined {
  if (last === undefined) return undefined;
  if (isUndecided) return 'declinedUndecided';
  return row.source === 'token' && last.isCharge ? 'authenticate' : 'declined';
}
