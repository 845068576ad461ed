import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { closeManifests } from './manifests/close-manifests.ts';
import { drawManifest } from './manifests/draw-manifest.ts';
import { leaveParcels } from './manifests/leave-parcels.ts';
import { listManifests, readManifest } from './manifests/list-manifests.ts';
import {
  ClosedManifestsAnswer,
  CloseManifestBody,
  LeftBehindBody,
  ListManifestsQuery,
  ManifestAnswer,
  ManifestDetailAnswer,
  ResolveManifestBody,
} from './manifests/manifest.schema.ts';
import { resolveManifest } from './manifests/resolve-manifest.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

const TAG = 'Pick-ups and manifests';

/** The lists that drivers sign. */
@Controller('oe/aggtr/api/v1/shipments/manifests')
export class ManifestsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post()
  @Operation({
    id: 'closeManifests',
    tag: TAG,
    summary: 'Close the day of a courier',
    description:
      'Puts all parcels that wait for the courier, and are on no manifest yet, on one: a manifest for each address. ' +
      'A parcel is on one manifest, so a second close takes the parcels that were booked since; without any it is ' +
      '409 `MANIFEST_EMPTY`. A courier that has such a call is asked afterwards. Returns are on no manifest.',
    scope: 'shipments:write',
    idempotencyKey: 'optional',
    answers: { 201: { description: 'The manifests.', data: ClosedManifestsAnswer } },
    errors: ['MANIFEST_EMPTY'],
  })
  async close(
    @Caller() caller: Principal,
    @Body() body: CloseManifestBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = applyAnswer(reply, await closeManifests(this.dependencies, caller, { request, body }));
    this.dependencies.onCommit();
    return answer;
  }

  @Get()
  @Operation({
    id: 'listManifests',
    tag: TAG,
    summary: 'List manifests',
    description: 'The newest first.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of manifests.', data: PageOf(ManifestAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListManifestsQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Manifests of this company', await listManifests(this.dependencies, caller, query));
  }

  @Get(':manifest_id')
  @Operation({
    id: 'getManifest',
    tag: TAG,
    summary: 'Get a manifest',
    description: 'A manifest with its shipments, as they were when it was closed, and those that were left behind.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The manifest.', data: ManifestDetailAnswer } },
    notFound: 'MANIFEST_NOT_FOUND',
  })
  async get(@Caller() caller: Principal, @Param('manifest_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Manifest', await readManifest(this.dependencies, caller, id));
  }

  @Post(':manifest_id/left-behind')
  @Operation({
    id: 'reportLeftBehind',
    tag: TAG,
    summary: 'Report what the driver left behind',
    description:
      'Shipments of the manifest that the driver did not take. They leave its lines, its totals and its paper, are ' +
      'kept as `leftBehind`, and go on the next manifest. A repeat changes nothing.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'The manifest.', data: ManifestDetailAnswer } },
    errors: ['MANIFEST_PARCEL_TAKEN', 'MANIFEST_UNDECIDED', 'SHIPMENT_NOT_FOUND'],
    notFound: 'MANIFEST_NOT_FOUND',
  })
  async leave(
    @Caller() caller: Principal,
    @Param('manifest_id') id: string,
    @Body() body: LeftBehindBody,
  ): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Shipments left behind', await leaveParcels(this.dependencies, caller, id, body));
  }

  @Post(':manifest_id/resolve')
  @Operation({
    id: 'resolveManifest',
    tag: TAG,
    summary: 'Report what a person found out',
    description:
      'For a manifest that is `BY_PHONE`: whether the courier has it, with its number. A repeat with the same ' +
      'outcome changes nothing.',
    scope: 'shipments:write',
    repeatable: true,
    answers: { 200: { description: 'The manifest is resolved.', data: ManifestAnswer } },
    errors: ['MANIFEST_UNDECIDED'],
    notFound: 'MANIFEST_NOT_FOUND',
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('manifest_id') id: string,
    @Body() body: ResolveManifestBody,
  ): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Manifest resolved', await resolveManifest(this.dependencies, caller, id, body));
  }

  @Get(':manifest_id/pdf')
  @Operation({
    id: 'getManifestPdf',
    tag: TAG,
    summary: 'Get a manifest on paper',
    description:
      'For the driver to sign: English and Arabic, barcodes of the waybills, totals, a line for the signature. The ' +
      "courier's own document where it made one.",
    scope: 'shipments:read',
    answers: { 200: { description: 'The file.', files: ['application/pdf'] } },
    notFound: 'MANIFEST_NOT_FOUND',
  })
  async pdf(
    @Caller() caller: Principal,
    @Param('manifest_id') id: string,
    @Res({ passthrough: true }) reply: { headers(values: Record<string, string>): unknown },
  ): Promise<Buffer> {
    const bytes = await drawManifest(this.dependencies, caller, id);
    reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${id}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return bytes;
  }
}
