import type { JsonValue } from '@qafila/json/json-value';
import { readRequest } from '@qafila/schema/read-object';
import type { Place } from '@qafila/schema/violations';
import { CreateReturnBody, CreateShipmentBody } from './create-body.schema.ts';
import type { ShipmentBody } from './create-body.schema.ts';
import { customsOf, judgeCustoms } from './customs.ts';
import type { Customs } from './customs.ts';
import { judgeNationalAddress } from './national-address.ts';
import { packagesOf, requireField } from './packages.ts';
import type { Package } from './packages.ts';
import type { Party } from './party.schema.ts';
import { judgeDeclaredValues, readPricing } from './pricing.ts';
import type { Pricing } from './pricing.ts';

/** A checked body. Amounts are minor units of the currency. */
export interface ShipmentRequest {
  referenceNumber: string;
  shipmentType: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN';
  courierId?: string;
  serviceCode?: string;
  paymentMode: 'PREPAID' | 'COD';
  currency: string;
  codAmount: bigint;
  pricing?: Pricing;
  incoterm?: 'DAP' | 'DDP';
  customs?: Customs;
  insuranceAmount?: bigint;
  instructions?: string;
  metadata?: JsonValue;
  shipTo: Party;
  shipFrom: Party;
  packages: Package[];
}

export interface BodyRules {
  /** Which of the two operations the body is for. */
  purpose: 'shipment' | 'return';
  couriers: readonly string[];
  /** Whether Saudi addresses need the National Address; off for a deployment whose couriers do not require it. */
  nationalAddress: boolean;
}

/** Reads a create body by all its rules; throws one 400 refusal that lists everything that is wrong. Pure. */
export function readCreateBody(body: JsonValue | undefined, rules: BodyRules): ShipmentRequest {
  const type = rules.purpose === 'return' ? CreateReturnBody : CreateShipmentBody;
  return readRequest<CreateShipmentBody | CreateReturnBody, ShipmentRequest>(type, body, 'body', (read, at) =>
    judgeBody(read, rules, at),
  );
}

/** The rules across fields. Fields with violations are missing; the result then does not count. */
function judgeBody(body: CreateShipmentBody | CreateReturnBody, rules: BodyRules, at: Place): ShipmentRequest {
  const { shipToInfo: shipTo, shipFromInfo: shipFrom, packagesInfo = [], paymentMode = 'PREPAID' } = body;
  // While a package has a violation, the sums of its items are not known.
  const packages = at.below('packagesInfo').hasFailed ? [] : packagesOf(packagesInfo);
  const shipmentType = rules.purpose === 'return' ? 'RETURN' : judgeType(body, at);
  const international = crossesBorder(body);
  judgeCourier(body, rules, at);
  if (rules.nationalAddress) {
    judgeNationalAddress(shipTo, at.below('shipToInfo'));
    judgeNationalAddress(shipFrom, at.below('shipFromInfo'));
  }
  if (international) {
    judgeCustoms(body, shipTo?.countryCode, at);
  }
  if (body.pricing === undefined && (international || paymentMode === 'COD'))
    requireField(at.below('pricing'), 'with paymentMode COD and across a border');
  const pricing = readPricing(body, packages, at);
  judgeDeclaredValues(body, packages, at);
  judgeCod(body, { purpose: rules.purpose, pricing }, at);
  return {
    referenceNumber: body.referenceNumber,
    shipmentType,
    courierId: body.courierId,
    serviceCode: body.serviceCode,
    paymentMode,
    currency: body.currency,
    codAmount: body.codAmount ?? 0n,
    pricing,
    incoterm: body.incoterm,
    customs: at.violations.isEmpty ? customsOf(body) : undefined,
    insuranceAmount: body.insuranceAmount,
    instructions: body.instructions,
    metadata: body.metadata,
    shipTo,
    shipFrom,
    packages,
  };
}

/** A missing or misspelled country is a violation of its own; whether customs are concerned is then not known. */
function crossesBorder({ shipToInfo: to, shipFromInfo: from }: Partial<ShipmentBody>): boolean {
  return to?.countryCode !== undefined && from?.countryCode !== undefined && to.countryCode !== from.countryCode;
}

function judgeType(body: CreateShipmentBody | CreateReturnBody, at: Place): 'DOMESTIC' | 'INTERNATIONAL' {
  const { shipmentType: sent, shipToInfo: to, shipFromInfo: from } = body;
  const areKnown = to?.countryCode !== undefined && from?.countryCode !== undefined;
  const expected = crossesBorder(body) ? 'INTERNATIONAL' : 'DOMESTIC';
  if (areKnown && sent !== undefined && sent !== expected)
    at.below('shipmentType').fail(`must be ${expected}, by the countries of the two parties`, 'SHIPMENT_TYPE_MISMATCH');
  return expected;
}

function judgeCourier({ courierId }: ShipmentBody, { couriers }: BodyRules, at: Place): void {
  if (courierId === undefined || couriers.includes(courierId)) return;
  at.below('courierId').fail(
    `is not one of your couriers (${couriers.join(', ') || 'none are configured'})`,
    'COURIER_UNKNOWN',
  );
}

function judgeCod(
  { paymentMode, codAmount, currency }: ShipmentBody,
  { purpose, pricing }: { purpose: BodyRules['purpose']; pricing: Pricing | undefined },
  at: Place,
): void {
  const place = at.below('codAmount');
  const [cod, amount] = [paymentMode === 'COD', codAmount ?? 0n];
  if (purpose === 'return' && (cod || amount > 0n))
    return place.fail('must be 0, and paymentMode PREPAID: nothing is collected for a return', 'COD_NOT_ALLOWED');
  if (!cod && amount > 0n) return place.fail('needs paymentMode COD', 'COD_NOT_ALLOWED');
  // Without a known currency no amount could be read.
  if (cod && codAmount === undefined && currency !== undefined) return requireField(place, 'with paymentMode COD');
  if (cod && codAmount === 0n) return place.fail('must be more than 0 with paymentMode COD', 'COD_NOT_ALLOWED');
  if (pricing !== undefined && amount > pricing.totalAmount)
    place.fail('must not be more than pricing.totalAmount', 'COD_EXCEEDS_TOTAL');
}
