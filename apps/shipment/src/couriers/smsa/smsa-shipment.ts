import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Consignment } from '../consignment.ts';
import type { BookingRequest, Refused } from '../courier.ts';
import { SMSA_CURRENCIES, SMSA_LIMITS } from './smsa-limits.ts';
import { consigneeAddress, misfitOf, smsaAddress } from './smsa-party.ts';

/** SMSA has no zone in its times; they are those of Riyadh, which has no summer time. */
const RIYADH_MS = 3 * 3_600_000;

/** What the adapter does not carry; undefined: all of it. */
export function notCarried({ shipFrom, shipTo, codAmount, currency }: Consignment): Refused | undefined {
  const collects = SMSA_CURRENCIES[shipTo.countryCode];
  if (shipFrom.countryCode !== shipTo.countryCode || collects === undefined)
    return refused('not_served', `SMSA is asked only for parcels within ${Object.keys(SMSA_CURRENCIES).join(', ')}.`);
  if (codAmount > 0n && currency !== collects)
    return refused('cod_currency', `SMSA collects cash in the currency of the destination, ${collects}.`);
  return misfitOf(shipFrom) ?? misfitOf(shipTo);
}

function refused(code: string, reason: string): Refused {
  return { kind: 'refused', code, reason };
}

/**
 * The path and body of a booking; a return is a pick-up at the customer's. SMSA makes a label file for each parcel: as
 * ZPL they are one file with all of them.
 */
export function smsaShipment(booking: BookingRequest, nowMs: number): { path: string; body: Fields } {
  const { shipmentId, serviceCode, consignment } = booking;
  const { shipFrom, shipTo, shipmentType, packages, currency, codAmount } = consignment;
  const grams = packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0n);
  const common = {
    OrderNumber: shipmentId,
    DeclaredValue: declaredValue(consignment),
    Parcels: packages.length,
    ShipDate: new Date(nowMs + RIYADH_MS).toISOString().slice(0, 19),
    ShipmentCurrency: currency,
    WaybillType: packages.length === 1 ? 'PDF' : 'ZPL',
    Weight: Number(grams) / 1_000,
    WeightUnit: 'KG',
    ContentDescription: descriptionOf(consignment),
    ...(serviceCode !== undefined && { ServiceCode: serviceCode }),
  };
  if (shipmentType === 'RETURN')
    return {
      path: 'c2b/new',
      body: { ...common, PickupAddress: smsaAddress(shipFrom), ReturnToAddress: smsaAddress(shipTo) },
    };
  return {
    path: 'shipment/b2c/new',
    body: {
      ...common,
      ConsigneeAddress: consigneeAddress(shipTo),
      ShipperAddress: smsaAddress(shipFrom),
      CODAmount: amountOf(codAmount, currency),
      // Within a country neither duty nor import tax is due.
      VatPaid: true,
      DutyPaid: false,
    },
  };
}

function amountOf(minor: bigint, currency: string): number {
  return Number(fromMinorUnits(minor, currency));
}

/** What the packages say, else the goods. */
function declaredValue({ packages, currency }: Consignment): number {
  const minor = packages.reduce((sum, { declaredValue: declared, items }) => {
    const goods = items.reduce(
      (value, { quantity, unitPrice, discountAmount }) => value + BigInt(quantity) * unitPrice - discountAmount,
      0n,
    );
    return sum + (declared ?? goods);
  }, 0n);
  return Math.max(amountOf(minor, currency), SMSA_LIMITS.declaredValueMin);
}

function descriptionOf({ packages }: Consignment): string {
  const all = [...new Set(packages.map(({ description }) => description.trim()))].filter(Boolean).join(', ');
  return truncate(all, SMSA_LIMITS.descriptionCharactersMax) || 'Goods';
}
