import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { ApiRequest } from '../http/api-request.ts';
import { oneOf } from '../http/fields.ts';
import { findParcel } from '../parcels/find-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { allowControl } from './allow-control.ts';
import { listParcels, lookAtParcel } from './look-at-parcel.ts';
import type { SeenParcel } from './look-at-parcel.ts';
import { PARCEL_ACTS, steerParcel } from './steer-parcel.ts';
import type { ParcelAct } from './steer-parcel.ts';

/** API.md, section 10: parcels by hand, for tests. */
@Controller('control/parcels')
export class ParcelControlController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async list(@Req() request: ApiRequest): Promise<{ data: SeenParcel[] }> {
    allowControl(this.sandbox, request);
    return { data: await Promise.all((await listParcels(this.sandbox)).map((parcel) => lookAtParcel(this.sandbox, parcel))) };
  }

  @Get(':waybill')
  async look(@Req() request: ApiRequest): Promise<SeenParcel> {
    allowControl(this.sandbox, request);
    return lookAtParcel(this.sandbox, await findParcel(this.sandbox, this.sandbox.pool, { waybill: request.params.waybill as string }));
  }

  @Post(':waybill/:act') @HttpCode(200)
  async act(@Req() request: ApiRequest): Promise<SeenParcel> {
    allowControl(this.sandbox, request);
    const act = oneOf(request.params, 'act', Object.keys(PARCEL_ACTS) as ParcelAct[]);
    return lookAtParcel(this.sandbox, await steerParcel(this.sandbox, request.params.waybill as string, act));
  }
}
