import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { answer, cancelByCustomer, tolerateRace } from '../checkout/checkout-page.controller.ts';
import { ended, findTokenPage, sceneOf } from '../pages/find-page.ts';
import { redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { PageFilter } from '../pages/page-filter.ts';
import type { PageReply, PageRequest } from '../pages/page-filter.ts';
import { digitsOf } from '../pages/read-forms.ts';
import { TEXTS } from '../pages/texts.ts';
import { appPage, checkingPage, codePage, identityPage } from '../pages/views.ts';
import type { Scene } from '../pages/views.ts';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { cancelToken, showToken, submitPin, submitTokenCode } from '../tokens/token-pages.ts';
import type { SessionRow } from './session.entity.ts';
import { resendCode, submitCode, submitIdentity } from './walk-session.ts';
import type { Notice } from './walk-session.ts';

/** The wallet's pages (§2.5 redirect_url, §4.12 redirect_url): who the customer is, the code, the app; or PIN and code of a subscription. */
@OpenToAll()
@UseFilters(PageFilter)
@Controller('wallet/:token')
export class WalletPageController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Get()
  async show(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const row = await findTokenPage(this.payments, token);
    if (row !== undefined) return answer(reply, await showToken(this.payments, row, { token, request }));
    answer(reply, await this.#page(await sceneOf(this.payments, token, request, 'wallet'), noticeOf(request)));
  }

  @Post('identity')
  async identity(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const scene = await sceneOf(this.payments, token, request, 'wallet');
    const [nationalId, phone] = [digitsOf(request.body?.national_id), digitsOf(request.body?.phone)];
    if (!/^\d{5,20}$/.test(nationalId) || !/^\+?\d{7,15}$/.test(phone)) return answer(reply, back(scene, 'fieldWrong'));
    answer(reply, back(scene, await submitIdentity(this.payments, scene.row, { nationalId, phone }).catch(tolerateRace)));
  }

  @Post('code')
  async code(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const code = digitsOf(request.body?.code);
    const row = await findTokenPage(this.payments, token);
    if (row !== undefined) return answer(reply, await submitTokenCode(this.payments, row, { token, request, code }));
    const scene = await sceneOf(this.payments, token, request, 'wallet');
    answer(reply, back(scene, /^\d{4,8}$/.test(code) ? await submitCode(this.payments, scene.row, code).catch(tolerateRace) : 'fieldWrong'));
  }

  @Post('resend')
  async resend(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const scene = await sceneOf(this.payments, token, request, 'wallet');
    answer(reply, back(scene, await resendCode(this.payments, scene.row).catch(tolerateRace)));
  }

  @Post('pin')
  async pin(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const row = await findTokenPage(this.payments, token);
    if (row === undefined) return answer(reply, await this.#page(await sceneOf(this.payments, token, request, 'wallet')));
    answer(reply, await submitPin(this.payments, row, { token, request, pin: digitsOf(request.body?.pin) }));
  }

  @Post('cancel')
  async cancel(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const token_ = await findTokenPage(this.payments, token);
    if (token_ !== undefined) return answer(reply, await cancelToken(this.payments, token_, { token, request }));
    const scene = await sceneOf(this.payments, token, request, 'wallet');
    scene.row = await cancelByCustomer(this.payments, scene.row);
    answer(reply, ended(scene) ?? back(scene, null));
  }

  async #page(scene: Scene, notice?: Scene['notice']): Promise<Page> {
    const { row, last } = scene;
    const end = ended(scene);
    if (end !== null) return end;
    if (row.status === 'processing') return checkingPage(scene);
    const { rows: [session] } = await this.payments.pool.query<SessionRow>('SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2', [row.account_id, row.id]);
    // Never chosen here: the checkout page knows what there is.
    if (session === undefined) return redirect(`${scene.path.replace('/wallet/', '/pay/')}?lang=${scene.language}`);
    if (row.status === 'requires_payment_method') return identityPage({ ...scene, notice });
    if (session.state === 'awaiting_app_confirmation') return appPage(scene, (last?.routing.app_url as string | undefined) ?? null);
    return codePage({ ...scene, notice }, String(last?.instrument.phone ?? ''));
  }
}

function back(scene: Scene, notice: Notice): Page {
  return redirect(`${scene.path}?lang=${scene.language}${notice === null ? '' : `&notice=${notice}`}`);
}

/** Only the name of one of our own texts is taken from the address. */
export function noticeOf({ query }: PageRequest): Scene['notice'] {
  const name = query.notice;
  return typeof name === 'string' && Object.hasOwn(TEXTS.en, name) ? name as Scene['notice'] : undefined;
}
