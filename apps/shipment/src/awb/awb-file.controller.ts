import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { OpenToAll } from '@qafila/auth/guard';
import { Refusal } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { fileWordOf, kindOfWord } from '../documents/document-kinds.ts';
import type { LabelFormat } from '../label/label.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { AwbFileQuery } from './awb.schema.ts';
import { openAwb } from './find-awb.ts';
import { openSheet } from './open-sheet.ts';

const TYPES: Record<LabelFormat, string> = { pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' };

interface Reply {
  headers(values: Record<string, string>): Reply;
}

/** Labels and documents, for drivers and printers. The signature in the address alone authorises the request. */
@OpenToAll()
@Controller('awb')
export class AwbFileController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get(':account_id/:shipment_id/:file')
  @Operation({
    id: 'openAwbFile',
    tag: 'Shipments',
    summary: 'Open a label or document',
    description:
      'The file behind an address of `GET /oe/aggtr/api/v1/shipments/{shipment_id}/awb`, of `documents` of ' +
      '`GET /oe/aggtr/api/v1/shipments/{shipment_id}`, or of `POST /oe/aggtr/api/v1/shipments/labels`. Use the ' +
      'whole address as it was answered: its signature alone authorises the request.',
    answers: { 200: { description: 'The file.', files: Object.values(TYPES) } },
    errors: [
      'AWB_URL_INVALID',
      'AWB_URL_EXPIRED',
      'AWB_CHANGED',
      'AWB_NOT_READY',
      'AWB_BOOKING_FAILED',
      'AWB_CANCELLED',
      'SHIPMENT_NOT_FOUND',
    ],
    notFound: 'not_found',
    query: AwbFileQuery,
  })
  async open(
    @Param() path: Record<string, string>,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Buffer> {
    const name = /^(?:([a-z0-9-]+)-)?([0-9a-f]{64})\.(pdf|png|zpl)$/.exec(path.file ?? '');
    const kind = name?.[1] === undefined ? undefined : kindOfWord(name[1]);
    const [packageNumber, expires, signature] = [query.package, query.expires, query.signature].map((value) =>
      typeof value === 'string' ? value : '',
    );
    if (name === null || (name[1] !== undefined && kind === undefined) || !/^\d{1,3}$/.test(packageNumber ?? ''))
      throw new Refusal(404, 'not_found', 'There is no file of this name.');
    const format = name[3] as LabelFormat;
    const file = {
      accountId: path.account_id as string,
      shipmentId: path.shipment_id as string,
      kind,
      digest: name[2] as string,
      format,
      packageNumber: Number(packageNumber),
    };
    const open = kind === 'LABELS' ? openSheet : openAwb;
    const bytes = await open(this.dependencies, file, { expires: expires as string, signature: signature as string });
    const suffix = [kind && `-${fileWordOf(kind)}`, file.packageNumber > 0 && `-${file.packageNumber}`]
      .filter(Boolean)
      .join('');
    reply.headers({
      'content-type': TYPES[format],
      'content-disposition': `inline; filename="${file.shipmentId}${suffix}.${format}"`,
      // A cancellation makes the label void.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    return bytes;
  }
}
