import type { Place } from '@qafila/schema/violations';
import type { ShipmentBody } from './create-body.schema.ts';
import type { ShipmentCustoms } from './customs.schema.ts';
import { sum } from './document-money.ts';
import { judgeGoodsForCustoms, requireField } from './packages.ts';

export interface Customs extends ShipmentCustoms {
  /** The sum of the packages' declaredValue. */
  value: bigint;
}

/** Of the Universal Postal Union. */
const CN22_GRAMS_MAX = 2_000n;

/** What a shipment across a border must declare. */
export function judgeCustoms(body: Partial<ShipmentBody>, destination: string | undefined, at: Place): void {
  const { incoterm, customs, packagesInfo = [], currency } = body;
  if (incoterm === undefined) requireField(at.below('incoterm'), 'across a border: DAP or DDP', 'CUSTOMS_REQUIRED');
  if (customs === undefined) requireField(at.below('customs'), 'across a border', 'CUSTOMS_REQUIRED');
  else if (currency !== undefined && declaredValue(packagesInfo) === 0n && !at.below('packagesInfo').hasFailed)
    at.below('customs').fail('needs a declaredValue of the packages that adds up to more than 0', 'CUSTOMS_REQUIRED');
  if (customs?.postalForm === 'CN22')
    for (const [index, parcel] of packagesInfo.entries())
      if (parcel?.weight !== undefined && parcel.weight > CN22_GRAMS_MAX)
        at.below('packagesInfo').below(index).below('weight').fail('must be at most 2 kg with a CN22; use a CN23');
  judgeGoodsForCustoms(packagesInfo, { destination, currency }, at.below('packagesInfo'));
}

export function customsOf({ customs, packagesInfo }: ShipmentBody): Customs | undefined {
  return customs === undefined ? undefined : { ...customs, value: declaredValue(packagesInfo) };
}

function declaredValue(packages: ShipmentBody['packagesInfo']): bigint {
  return sum(packages.map((parcel) => parcel?.declaredValue ?? 0n));
}
