import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { sendPage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { sessionState } from '../intents/session.entity.ts';
import type { SessionRow } from '../intents/session.entity.ts';
import { cancelByCustomer } from '../operations/cancel-by-customer.ts';
import { tolerateRace } from '../operations/tolerate-race.ts';
import { findPageContext, findTokenPage, endOf } from '../pages/find-page.ts';
import { PageFilter } from '../pages/page-filter.ts';
import { digitsOf } from '../pages/read-forms.ts';
import { noticeOf } from '../pages/notices.ts';
import { appPage, checkingPage, codePage, identityPage } from '../pages/views.ts';
import type { PageContext } from '../pages/views.ts';
import { isTrying } from '../tries.ts';
import { resendCode, submitCode, submitIdentity } from './submit-wallet-step.ts';
import type { Notice } from './submit-wallet-step.ts';
import { cancelToken, showToken, submitPin, submitTokenCode } from './token-pages.ts';

/**
 * The wallet's pages (§2.5 redirect_url, §4.12 redirect_url). A payment asks for identity, code and confirmation in the
 * app; a subscription asks for PIN and code.
 */
@OpenToAll()
@UseFilters(PageFilter)
@Controller('wallet/:token')
export class WalletPageController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  async show(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const row = await findTokenPage(this.deps, token);
    if (row !== undefined) return sendPage(reply, await showToken(this.deps, row, { token, request }));
    sendPage(reply, await this.#page(await findPageContext(this.deps, token, request, 'wallet'), request));
  }

  @Post('identity')
  async identity(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, token, request, 'wallet');
    const [nationalId, phone] = [digitsOf(request.body?.national_id), digitsOf(request.body?.phone)];
    if (!/^\d{5,20}$/.test(nationalId) || !/^\+?\d{7,15}$/.test(phone))
      return sendPage(reply, redirectToPage(context, 'fieldWrong'));
    sendPage(
      reply,
      redirectToPage(context, await submitIdentity(this.deps, context.row, { nationalId, phone }).catch(tolerateRace)),
    );
  }

  @Post('code')
  async code(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const code = digitsOf(request.body?.code);
    const row = await findTokenPage(this.deps, token);
    if (row !== undefined) return sendPage(reply, await submitTokenCode(this.deps, row, { token, request, code }));
    const context = await findPageContext(this.deps, token, request, 'wallet');
    sendPage(
      reply,
      redirectToPage(
        context,
        /^\d{4,8}$/.test(code) ? await submitCode(this.deps, context.row, code).catch(tolerateRace) : 'fieldWrong',
      ),
    );
  }

  @Post('resend')
  async resend(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const context = await findPageContext(this.deps, token, request, 'wallet');
    sendPage(reply, redirectToPage(context, await resendCode(this.deps, context.row).catch(tolerateRace)));
  }

  @Post('pin')
  async pin(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const row = await findTokenPage(this.deps, token);
    if (row === undefined)
      return sendPage(reply, await this.#page(await findPageContext(this.deps, token, request, 'wallet'), request));
    sendPage(reply, await submitPin(this.deps, row, { token, request, pin: digitsOf(request.body?.pin) }));
  }

  @Post('cancel')
  async cancel(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const setup = await findTokenPage(this.deps, token);
    if (setup !== undefined) return sendPage(reply, await cancelToken(this.deps, setup, { token, request }));
    const context = await findPageContext(this.deps, token, request, 'wallet');
    context.row = await cancelByCustomer(this.deps, context.row);
    sendPage(reply, (await endOf(this.deps, context)) ?? redirectToPage(context, null));
  }

  async #page(context: PageContext, request: PageRequest): Promise<Page> {
    const { row, last } = context;
    const end = await endOf(this.deps, context);
    if (end !== null) return end;
    if (row.status === 'processing') return checkingPage(context);
    const {
      rows: [session],
    } = await this.deps.pool.query<SessionRow>(
      'SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2',
      [row.account_id, row.id],
    );
    // No wallet was chosen for this intent, so the checkout page shows the methods.
    if (session === undefined) return redirect(`${context.path.replace('/wallet/', '/pay/')}?lang=${context.language}`);
    if (row.status === 'requires_payment_method')
      return identityPage({ ...context, notice: noticeOf(request, 'identity') });
    if (session.state === 'awaiting_app_confirmation')
      return appPage(context, (last?.routing.app_url as string | undefined) ?? null);
    // Another window has sent a code, and the wallet has not answered yet.
    if (isTrying(sessionState(session), this.deps.clock())) return checkingPage(context);
    return codePage({ ...context, notice: noticeOf(request, 'code') }, String(last?.instrument.phone ?? ''));
  }
}

function redirectToPage(context: PageContext, notice: Notice): Page {
  return redirect(`${context.path}?lang=${context.language}${notice === null ? '' : `&notice=${notice}`}`);
}
