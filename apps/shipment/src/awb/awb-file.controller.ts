import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { Refusal } from '@qafila/envelopes/refusal';
import type { LabelFormat } from '../label/label.ts';
import { SHIPMENTS } from '../shipments.ts';
import type { Shipments } from '../shipments.ts';
import { openAwb } from './find-awb.ts';

const TYPES: Record<LabelFormat, string> = { pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' };

interface Reply { headers(values: Record<string, string>): Reply }

/** Label files, for drivers and printers: the signature in the address is the only pass. */
@OpenToAll()
@Controller('awb')
export class AwbFileController {
  constructor(@Inject(SHIPMENTS) private readonly shipments: Shipments) {}

  @Get(':account_id/:shipment_id/:file')
  async open(@Param() where: Record<string, string>, @Query() query: Record<string, unknown>, @Res({ passthrough: true }) reply: Reply): Promise<Buffer> {
    const name = /^([0-9a-f]{64})\.(pdf|png|zpl)$/.exec(where.file ?? '');
    const [packageNumber, expires, signature] = [query.package, query.expires, query.signature].map((value) => (typeof value === 'string' ? value : ''));
    if (name === null || !/^\d{1,3}$/.test(packageNumber ?? '')) throw new Refusal(404, 'NOT_FOUND', 'There is no label file of this name.');
    const format = name[2] as LabelFormat;
    const file = { accountId: where.account_id as string, shipmentId: where.shipment_id as string, digest: name[1] as string, format, packageNumber: Number(packageNumber) };
    const bytes = await openAwb(this.shipments, file, { expires: expires as string, signature: signature as string });
    reply.headers({
      'content-type': TYPES[format], 'content-disposition': `inline; filename="${file.shipmentId}${file.packageNumber > 0 ? `-${file.packageNumber}` : ''}.${format}"`,
      'cache-control': 'private, max-age=3600, immutable', 'x-content-type-options': 'nosniff',
    });
    return bytes;
  }
}
