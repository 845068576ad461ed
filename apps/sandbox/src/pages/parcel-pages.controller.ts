import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { allowForm } from '../control/allow-control.ts';
import { listParcels, lookAtParcel } from '../control/look-at-parcel.ts';
import { PARCEL_ACTS, steerParcel } from '../control/steer-parcel.ts';
import type { ParcelAct } from '../control/steer-parcel.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { oneOf } from '../http/fields.ts';
import { findParcel } from '../parcels/find-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { redirect } from './layout.ts';
import type { Page } from './layout.ts';
import { parcelPage, parcelsPage } from './parcel-pages.views.ts';

/** The depot: parcels, and what a tester does with them. */
@Controller()
export class ParcelPagesController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get('parcels')
  async list(@Res() reply: FastifyReply): Promise<void> {
    this.#open();
    return send(reply, parcelsPage(await Promise.all((await listParcels(this.sandbox)).map((parcel) => lookAtParcel(this.sandbox, parcel)))));
  }

  @Get('parcels/:waybill')
  async show(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#open();
    const parcel = await lookAtParcel(this.sandbox, await findParcel(this.sandbox, this.sandbox.pool, { waybill: request.params.waybill as string }));
    return send(reply, parcelPage(parcel, { did: isAct(request.query.did) ? PARCEL_ACTS[request.query.did] : undefined, not: request.query.not !== undefined }));
  }

  @Post('control/form/parcels/:waybill/:act')
  async act(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    allowForm(this.sandbox, request);
    const act = oneOf(request.params, 'act', Object.keys(PARCEL_ACTS) as ParcelAct[]);
    // What makes no sense any more is told on the page: two people may press at once.
    const refused = await steerParcel(this.sandbox, request.params.waybill as string, act).then(() => false, (error: unknown) => {
      if (error instanceof Refusal && error.status === 409) return true;
      throw error;
    });
    return send(reply, redirect(`/parcels/${encodeURIComponent(request.params.waybill as string)}?did=${act}${refused ? '&not' : ''}`));
  }

  #open(): void {
    if (this.sandbox.controlKey !== null) throw new Refusal(403, 'forbidden', 'Parcels are steered through /control/parcels with the control key.');
  }
}

function isAct(text: unknown): text is ParcelAct {
  return typeof text === 'string' && Object.hasOwn(PARCEL_ACTS, text);
}

function send(reply: FastifyReply, { status, headers, body }: Page): void {
  void reply.status(status).headers(headers).send(body);
}
