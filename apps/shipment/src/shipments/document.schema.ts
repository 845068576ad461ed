import { Choice, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { DOCUMENT_KINDS } from '../documents/document-kinds.ts';
import type { DocumentKind } from '../documents/document-kinds.ts';

/** A file that goes with a shipment, beside its label. */
export class ShipmentDocument {
  @Choice(DOCUMENT_KINDS, {
    description:
      'Drawn of what you sent, for a shipment across a border: `COMMERCIAL_INVOICE`, `PACKING_LIST`, and `CN22` or ' +
      '`CN23` when `customs.postalForm` asks for it. Files of the courier: `COURIER_INVOICE`, `COURIER_RECEIPT`, ' +
      '`COURIER_MANIFEST`.',
    example: 'COMMERCIAL_INVOICE',
  })
  kind!: DocumentKind;

  @Choice(['pdf', 'zpl', 'png'], { description: 'The format of the file.', example: 'pdf' })
  format!: 'pdf' | 'zpl' | 'png';

  @Url({
    description: 'The file. Every holder of the address can open it until `expiresAt`, without a token.',
    example:
      `https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/commercial-invoice-${'0'.repeat(64)}.pdf` +
      '?package=0&expires=1795426200&signature=LEc6',
  })
  url!: string;

  @Moment({ description: 'When the address expires: 24 hours from now.', example: '2026-11-23T09:30:00.000Z' })
  expiresAt!: string;
}
