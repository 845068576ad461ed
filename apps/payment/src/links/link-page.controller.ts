import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { notFound } from '@qafila/envelopes/refusal';
import { askedLanguage, sendPage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { secretHash } from '../keys.ts';
import { ownerOf } from '../owner.ts';
import { PageFilter } from '../pages/page-filter.ts';
import { storeProfile } from '../store/store-profile.ts';
import { linkOfPage } from './find-links.ts';
import { closedLinkPage, linkPage } from './link-page.ts';
import type { LinkContext } from './link-page.ts';
import { continues, linkStatus } from './link.state.ts';
import type { KnownLink } from './link-view.ts';
import { visitLink } from './visit-link.ts';

/** The page of a payment link. A GET begins nothing: programs that preview links also open it. */
@OpenToAll()
@UseFilters(PageFilter)
@Controller('pay/link/:token')
export class LinkPageController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  async show(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const { known, context } = await this.#find(token, request);
    sendPage(reply, this.#page(known, context));
  }

  @Post()
  async begin(@Param('token') token: string, @Req() request: PageRequest, @Res() reply: PageReply): Promise<void> {
    const { known, context } = await this.#find(token, request);
    const visit = await visitLink(this.deps, known, request.body?.amount);
    if ('refused' in visit)
      return sendPage(reply, visit.refused === 'closed' ? closedLinkPage(context) : linkPage(context, visit.refused));
    sendPage(reply, this.#toIntent(known, context, visit.intentId));
  }

  #page(known: KnownLink, context: LinkContext): Page {
    if (known.link.last_intent !== null && continues(known.link, known.last))
      return this.#toIntent(known, context, known.link.last_intent);
    const status = linkStatus(known.link, known.last, this.deps.clock());
    return status === 'active' ? linkPage(context) : closedLinkPage(context);
  }

  #toIntent({ link }: KnownLink, { language }: LinkContext, intentId: string): Page {
    return redirect(`/pay/${this.deps.keys.pageToken(link.account_id, intentId)}?lang=${language}`);
  }

  async #find(token: string, request: PageRequest): Promise<{ known: KnownLink; context: LinkContext }> {
    const known = await linkOfPage(this.deps.pool, secretHash(token));
    if (known === undefined) throw notFound('page', token.slice(0, 6));
    const store = await storeProfile(this.deps.pool, ownerOf(known.link));
    const language = askedLanguage(request);
    return { known, context: { link: known.link, store, language, path: `/pay/link/${token}`, formOrigins: [] } };
  }
}
