import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { findProof, findProofFile } from './proofs/find-proof.ts';
import { ProofAnswer } from './proofs/proof.schema.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

const TYPES = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const;

interface Reply {
  headers(values: Record<string, string>): Reply;
}

/** How couriers prove deliveries. */
@Controller('oe/aggtr/api/v1/shipments')
export class ProofsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get(':shipment_id/proof')
  @Operation({
    id: 'getProofOfDelivery',
    tag: 'Shipments',
    summary: 'Get the proof of a delivery',
    description:
      "Who signed, and the courier's files. The first request fetches the files from the courier and keeps them.",
    scope: 'shipments:read',
    answers: { 200: { description: 'The proof.', data: ProofAnswer } },
    errors: ['PROOF_NOT_FOUND', 'COURIER_UNAVAILABLE'],
  })
  async proof(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Proof of delivery', await findProof(this.dependencies, caller, id));
  }

  @Get(':shipment_id/proof/:file_number')
  @Operation({
    id: 'getProofFile',
    tag: 'Shipments',
    summary: 'Get a file of the proof of a delivery',
    description: 'A signature or photo that `…/proof` names.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The file.', files: Object.values(TYPES) } },
    notFound: 'PROOF_NOT_FOUND',
  })
  async file(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Param('file_number') no: string,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Buffer> {
    const { format, bytes } = await findProofFile(this.dependencies, caller, { id, no });
    reply.headers({
      'content-type': TYPES[format],
      // A courier's file is not ours: a browser stores it instead of showing it.
      'content-disposition': `attachment; filename="${id}-proof-${no}.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return bytes;
  }
}
