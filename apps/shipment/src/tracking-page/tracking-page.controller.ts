import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { askedLanguage, sendPage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { canReport, findTrackedRow, hasClosed, ownerOf, trackedOf } from './find-tracked.ts';
import { closedPage, trackingPage } from './page.ts';
import { TrackingPageFilter } from './page-filter.ts';
import { readReport, reportProblem } from './report-problem.ts';
import { storeLook } from './store-look.ts';
import { trackingPath } from './tracking-url.ts';

/** The page of a shipment for its receiver. The signature in the address alone authorises the visit. */
@OpenToAll()
@UseFilters(TrackingPageFilter)
@Controller('track/:account_id/:shipment_id/:signature')
export class TrackingPageController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies) {}

  @Get()
  async show(
    @Param() path: Record<string, string>,
    @Req() request: PageRequest,
    @Res() reply: PageReply,
  ): Promise<void> {
    sendPage(reply, await this.#page(path, request));
  }

  /**
   * There is no cookie, so no other site can send this form in the receiver's name: it would have to know the address.
   */
  @Post('problem')
  async report(
    @Param() path: Record<string, string>,
    @Req() request: PageRequest,
    @Res() reply: PageReply,
  ): Promise<void> {
    sendPage(reply, await this.#report(path, request));
  }

  async #page(path: Record<string, string>, request: PageRequest): Promise<Page> {
    const row = await this.#find(path);
    const language = askedLanguage(request);
    if (hasClosed(this.deps, row)) return closedPage(await storeLook(this.deps.pool, ownerOf(row)), language);
    return trackingPage(await trackedOf(this.deps, row, language));
  }

  async #report(path: Record<string, string>, request: PageRequest): Promise<Page> {
    const row = await this.#find(path);
    const language = askedLanguage(request);
    if (hasClosed(this.deps, row) || !canReport(row)) return this.#page(path, request);
    const report = readReport(request.body);
    const tracked = await trackedOf(this.deps, row, language);
    if (report === undefined) return trackingPage({ ...tracked, notice: 'notSent' }, 400);
    if (!(await reportProblem(this.deps, row, report))) return trackingPage({ ...tracked, notice: 'tooMany' }, 429);
    return redirect(`${trackingPath(this.deps.keys.tracking, row.account_id, row.id)}?lang=${language}`);
  }

  #find({ account_id: accountId = '', shipment_id: shipmentId = '', signature = '' }: Record<string, string>) {
    return findTrackedRow(this.deps, { accountId, shipmentId, signature });
  }
}
