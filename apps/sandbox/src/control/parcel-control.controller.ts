import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.ts';
import { requireChoice } from '../http/require-choice.ts';
import { findParcel } from '../parcels/find-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { actOnParcel, PARCEL_ACTS } from './act-on-parcel.ts';
import type { ParcelAct } from './act-on-parcel.ts';
import { readControlQuery } from './authorize-control.ts';
import { NoFields } from './control.schema.ts';
import { latestParcelReports, parcelReport } from './parcel-report.ts';
import type { ParcelReport } from './parcel-report.ts';

/** API.md, section 10: parcels by hand, for tests. */
@Controller('control/parcels')
export class ParcelControlController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async list(@Req() request: ApiRequest): Promise<{ data: ParcelReport[] }> {
    readControlQuery(this.sandbox, request, NoFields);
    return { data: await latestParcelReports(this.sandbox) };
  }

  @Get(':waybill')
  async report(@Req() request: ApiRequest): Promise<ParcelReport> {
    readControlQuery(this.sandbox, request, NoFields);
    const waybill = request.params.waybill as string;
    return parcelReport(this.sandbox, await findParcel(this.sandbox, this.sandbox.pool, { waybill }));
  }

  @Post(':waybill/:act')
  @HttpCode(200)
  async act(@Req() request: ApiRequest): Promise<ParcelReport> {
    readControlQuery(this.sandbox, request, NoFields);
    const act = requireChoice(request.params.act, 'act', Object.keys(PARCEL_ACTS) as ParcelAct[]);
    return parcelReport(this.sandbox, await actOnParcel(this.sandbox, request.params.waybill as string, act));
  }
}
