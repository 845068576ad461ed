import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { actOnParcel, PARCEL_ACTS } from '../control/act-on-parcel.ts';
import type { ParcelAct } from '../control/act-on-parcel.ts';
import { authorizeForm } from '../control/authorize-control.ts';
import { latestParcelReports, parcelReport } from '../control/parcel-report.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { requireChoice } from '../http/require-choice.ts';
import { redirect } from '../pages/layout.ts';
import { sendPage } from '../pages/send-page.ts';
import { findParcel } from '../parcels/find-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { parcelPage, parcelsPage } from './parcel-pages.views.ts';

/** The pages of parcels, with a button for each act by hand. */
@Controller()
export class ParcelPagesController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get('parcels')
  async list(@Res() reply: FastifyReply): Promise<void> {
    this.#requireOpenControl();
    return sendPage(reply, parcelsPage(await latestParcelReports(this.sandbox)));
  }

  @Get('parcels/:waybill')
  async show(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#requireOpenControl();
    const waybill = request.params.waybill as string;
    const parcel = await findParcel(this.sandbox, this.sandbox.pool, { waybill });
    const { did, not } = request.query;
    return sendPage(
      reply,
      parcelPage(await parcelReport(this.sandbox, parcel), {
        act: isAct(did) ? PARCEL_ACTS[did] : undefined,
        wasRefused: not !== undefined,
      }),
    );
  }

  @Post('control/form/parcels/:waybill/:act')
  async act(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    authorizeForm(this.sandbox, request);
    const act = requireChoice(request.params.act, 'act', Object.keys(PARCEL_ACTS) as ParcelAct[]);
    const waybill = request.params.waybill as string;
    // The page shows a refused act: two people may press at the same time.
    const wasRefused = await actOnParcel(this.sandbox, waybill, act).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 409) return true;
        throw error;
      },
    );
    return sendPage(reply, redirect(`/parcels/${encodeURIComponent(waybill)}?did=${act}${wasRefused ? '&not' : ''}`));
  }

  #requireOpenControl(): void {
    if (this.sandbox.controlKey !== null)
      throw new Refusal(403, 'forbidden', 'With a control key, parcels are controlled through /control/parcels only.');
  }
}

function isAct(text: unknown): text is ParcelAct {
  return typeof text === 'string' && Object.hasOwn(PARCEL_ACTS, text);
}
