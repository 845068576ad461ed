import { MajorAmount, Whole } from '@qafila/schema/number-fields';
import { DecimalText } from '@qafila/schema/decimal-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Party } from '../body/party.schema.ts';
import { LIMITS } from '../limits.ts';
import { MANIFEST_STATES } from './manifest.entity.ts';
import type { ManifestState } from './manifest.entity.ts';

const COUNT = { min: 1, max: Number.MAX_SAFE_INTEGER } as const;
/** Nothing, where the driver left all behind. */
const TOTAL = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;

/** Body of a close. */
export class CloseManifestBody {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({
    description: 'Only parcels at addresses in this city, as shipments spell it. Left out: all.',
    example: 'Riyadh',
    charactersMax: LIMITS.textCharactersMax,
    optional: true,
  })
  city?: string;
}

/** Body of resolve. */
export class ResolveManifestBody {
  @Choice(['confirmed', 'on_paper'], {
    description: '`confirmed`: the courier has the manifest. `on_paper`: the paper that the driver signed is enough.',
    example: 'confirmed',
  })
  outcome!: 'confirmed' | 'on_paper';

  @Text({ description: "The courier's number of it.", example: 'M-4711', optional: true })
  courierNumber?: string;

  @Text({
    description: 'What you learned.',
    example: 'Confirmed by phone',
    charactersMax: LIMITS.longTextCharactersMax,
    optional: true,
  })
  note?: string;
}

/** Body of a report about parcels that the driver left behind. */
export class LeftBehindBody {
  @List(textRule(), {
    description: 'The shipments of this manifest that the driver did not take.',
    example: ['shp_01KAB3X4Y5Z6'],
    itemsMin: 1,
    itemsMax: LIMITS.manifestParcelsMax,
    unique: true,
  })
  shipmentIds!: string[];
}

/** Query of the list of manifests. */
export class ListManifestsQuery extends ListQuery {
  @Text({ description: 'Only manifests of this courier.', example: 'sandbox-express', optional: true })
  courierId?: string;

  @Choice(MANIFEST_STATES, { description: 'Only manifests in this state.', example: 'BY_PHONE', optional: true })
  status?: ManifestState;

  @Text({
    description: 'Only manifests with this shipment, also where it was left behind.',
    example: 'shp_01KAB3X4Y5Z6',
    optional: true,
  })
  shipmentId?: string;
}

/** The cash of a manifest in one currency. */
export class ManifestCash {
  @Text({ description: 'The currency.', example: 'SAR' })
  currency!: string;

  @MajorAmount({ description: 'What the drivers collect for its parcels, in major units.', example: 230 })
  amount!: number;
}

/** A manifest on the wire. */
export class ManifestAnswer {
  @Text({ description: 'The id of the manifest.', example: 'mnf_019ab3c4d5e6f708192a3b4c5d6' })
  manifestId!: string;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Choice(MANIFEST_STATES, {
    description:
      '`CLOSED`: the courier takes manifests on paper. `REQUESTED`: it is being asked. `CONFIRMED`: it has the ' +
      'manifest. `BY_PHONE`: it refused, or its answer is lost; the paper counts.',
    example: 'CONFIRMED',
  })
  manifestStatus!: ManifestState;

  @Nested(() => Party, { description: 'Where the parcels are.' })
  address!: Party;

  @Whole({ ...TOTAL, description: 'The number of shipments, without those that were left behind.', example: 2 })
  shipments!: number;

  @Whole({ ...TOTAL, description: 'The number of pieces.', example: 3 })
  pieces!: number;

  @DecimalText({ description: 'The weight in kilograms.', example: '3.750' })
  weight!: string;

  @List(nestedRule(() => ManifestCash), {
    description: 'The cash on delivery of its parcels, by currency.',
    itemsMax: LIMITS.manifestParcelsMax,
  })
  cod!: ManifestCash[];

  @Text({ description: "The courier's number of it.", example: 'M-4711', nullable: true })
  courierNumber!: string | null;

  @Text({ description: 'Why, as a code.', example: null, nullable: true })
  reasonCode!: string | null;

  @Text({ description: "The courier's own words.", example: null, charactersMax: 10_000, nullable: true })
  reason!: string | null;

  @Moment({ description: 'When it was closed.' })
  closedAt!: string;

  @Text({ description: 'The client id that closed it.', example: 'cl_1' })
  closedBy!: string;

  @Text({ description: 'The client id that resolved it.', example: null, nullable: true })
  resolvedBy!: string | null;

  @Text({ description: 'What its person noted.', example: null, charactersMax: 10_000, nullable: true })
  resolution!: string | null;
}

/** One shipment of a manifest, as it was when the manifest was closed. */
export class ManifestLine {
  @Text({ description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6' })
  shipmentId!: string;

  @Text({ description: 'The waybill.', example: 'SBX0000012345' })
  awb!: string;

  @Text({ description: 'Your reference.', example: 'order-1001', charactersMax: LIMITS.textCharactersMax })
  referenceNumber!: string;

  @Text({ description: "The receiver's city.", example: 'Jeddah', charactersMax: LIMITS.textCharactersMax })
  city!: string;

  @Whole({ ...COUNT, description: 'The number of pieces.', example: 1 })
  pieces!: number;

  @DecimalText({ description: 'The weight in kilograms.', example: '1.250' })
  weight!: string;

  @MajorAmount({ description: 'What the driver collects, in major units.', example: 115 })
  codAmount!: number;

  @Text({ description: 'The currency of `codAmount`.', example: 'SAR' })
  currency!: string;
}

/** A shipment that the driver left behind. */
export class LeftLine extends ManifestLine {
  @Moment({ description: 'When it was reported.' })
  leftAt!: string;

  @Text({ description: 'The client id that reported it.', example: 'cl_1' })
  leftBy!: string;
}

export class ManifestDetailAnswer extends ManifestAnswer {
  @List(nestedRule(() => ManifestLine), { description: 'The shipments.', itemsMax: LIMITS.manifestParcelsMax })
  lines!: ManifestLine[];

  @List(nestedRule(() => LeftLine), {
    description: 'The shipments that the driver left behind.',
    itemsMax: LIMITS.manifestParcelsMax,
  })
  leftBehind!: LeftLine[];
}

/** The answer of a close. */
export class ClosedManifestsAnswer {
  @List(nestedRule(() => ManifestAnswer), {
    description: 'One manifest for each address, or several of a large one.',
    itemsMax: LIMITS.closedParcelsMax,
  })
  manifests!: ManifestAnswer[];

  @Flag({ description: '`false`: more parcels wait. Close again.', example: true })
  complete!: boolean;
}
