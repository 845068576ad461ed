import { Refusal } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { unkeptNumber } from '@qafila/json/kept-number';
import { stringifyExact } from '@qafila/json/write-json';
import { currencyExponent } from '@qafila/money/minor-units';
import { LIMITS } from '../limits.ts';
import { sum } from './document-money.ts';
import { Fields, isObject } from './fields.ts';
import { readPackages } from './packages.ts';
import type { Package } from './packages.ts';
import { knownCountry, readParty } from './party.ts';
import type { Party } from './party.ts';
import { readPricing } from './pricing.ts';
import type { Pricing } from './pricing.ts';
import { Violations } from './violations.ts';

export interface Customs {
  contentType: string; reasonForExport?: string; invoiceNumber: string; invoiceDate?: string; iossNumber?: string; eoriNumber?: string; vatNumber?: string;
  /** Σ declaredValue. */
  value: bigint;
}

export interface ShipmentRequest {
  referenceNumber: string; shipmentType: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN'; courierId?: string; serviceCode?: string;
  paymentMode: 'PREPAID' | 'COD'; currency: string; codAmount: bigint; pricing?: Pricing; incoterm?: 'DAP' | 'DDP'; customs?: Customs;
  insuranceAmount?: bigint; instructions?: string; metadata?: JsonValue; shipTo: Party; shipFrom: Party; packages: Package[];
}

export interface BodyRules {
  /** Which of the two paths the body came by. */
  purpose: 'shipment' | 'return';
  couriers: readonly string[];
  /** Off for a deployment whose couriers do not ask for it. */
  nationalAddress: boolean;
}

/** Every rule of the create body in one place; throws one 400 refusal that names all that is wrong. Pure. */
export function readCreateBody(body: JsonValue | undefined, rules: BodyRules): ShipmentRequest {
  if (!isObject(body)) throw new Refusal(400, 'VALIDATION_FAILED', 'The body must be a JSON object.');
  const violations = new Violations();
  const fields = new Fields(body, '', violations);
  const currency = readCurrency(fields);
  const paymentMode = fields.oneOf('paymentMode', ['PREPAID', 'COD']) ?? 'PREPAID';
  const cod = paymentMode === 'COD';
  const [to, from] = [fields.object('shipToInfo', true), fields.object('shipFromInfo', true)];
  const parties = { nationalAddress: rules.nationalAddress };
  const shipTo = to && readParty(to, { ...parties, cod }), shipFrom = from && readParty(from, { ...parties, cod: false });
  const countries = { to: knownCountry(to?.body['countryCode']), from: knownCountry(from?.body['countryCode']) };
  const shipmentType = readType(fields, rules, countries);
  const international = shipmentType === 'INTERNATIONAL';
  const packages = readPackages(fields, { currency, international, destination: countries.to });
  const pricing = readPricing(fields, { currency, required: cod || international, items: packages.flatMap((one) => one.items) });
  const request = {
    referenceNumber: fields.text('referenceNumber', { required: true }), shipmentType, courierId: readCourier(fields, rules), serviceCode: fields.text('serviceCode', { max: 50 }),
    paymentMode, currency, codAmount: readCod(fields, { cod, purpose: rules.purpose, currency, pricing }), pricing,
    incoterm: fields.oneOf('incoterm', ['DAP', 'DDP'], { required: international, code: 'CUSTOMS_REQUIRED' }), customs: readCustoms(fields, international, packages),
    insuranceAmount: fields.amount('insuranceAmount', currency), instructions: fields.text('instructions', { max: LIMITS.longTextCharactersMax }),
    metadata: readMetadata(fields), shipTo, shipFrom, packages,
  };
  fields.end();
  violations.check();
  return request as ShipmentRequest;
}

function readCurrency(fields: Fields): string | undefined {
  const code = fields.text('currency', { required: true });
  return code === undefined || currencyExponent(code) !== undefined ? code : fields.bad('currency', 'must be an ISO 4217 code such as SAR');
}

function readType(fields: Fields, { purpose }: BodyRules, { to, from }: { to: string | undefined; from: string | undefined }): ShipmentRequest['shipmentType'] {
  if (purpose === 'return') {
    if (fields.raw('shipmentType') !== 'RETURN') fields.bad('shipmentType', 'must be RETURN for a return', 'SHIPMENT_TYPE_MISMATCH');
    return 'RETURN';
  }
  // A country that is missing or misspelled is told itself; what customs would want of it is not known.
  const known = to !== undefined && from !== undefined;
  const actual = known && to !== from ? 'INTERNATIONAL' : 'DOMESTIC';
  const given = fields.raw('shipmentType');
  if (given === 'RETURN') fields.bad('shipmentType', 'RETURN is made at /shipments/{shipment_id}/return of the delivered shipment', 'SHIPMENT_TYPE_MISMATCH');
  else if (known && given !== undefined && given !== actual) fields.bad('shipmentType', `must be ${actual}: the two countries say so`, 'SHIPMENT_TYPE_MISMATCH');
  return actual;
}

function readCourier(fields: Fields, { couriers }: BodyRules): string | undefined {
  const id = fields.text('courierId', { code: 'COURIER_UNKNOWN' });
  return id === undefined || couriers.includes(id) ? id : fields.bad('courierId', `is not one of your couriers (${couriers.join(', ') || 'none are configured'})`, 'COURIER_UNKNOWN');
}

function readCod(fields: Fields, { cod, purpose, currency, pricing }: { cod: boolean; purpose: BodyRules['purpose']; currency: string | undefined; pricing: Pricing | undefined }): bigint {
  const amount = fields.amount('codAmount', currency, cod) ?? 0n;
  if (purpose === 'return' && (cod || amount > 0n)) fields.bad('codAmount', 'nothing is collected for a return', 'COD_NOT_ALLOWED');
  else if (!cod && amount > 0n) fields.bad('codAmount', 'needs paymentMode COD', 'COD_NOT_ALLOWED');
  else if (cod && fields.raw('codAmount') !== undefined && amount === 0n) fields.bad('codAmount', 'must be more than 0', 'COD_NOT_ALLOWED');
  if (pricing !== undefined && amount > pricing.totalAmount) fields.bad('codAmount', 'must not be more than pricing.totalAmount', 'COD_EXCEEDS_TOTAL');
  return amount;
}

function readCustoms(body: Fields, required: boolean, packages: readonly Package[]): Customs | undefined {
  const fields = body.object('customs');
  if (fields === undefined) return required ? body.bad('customs', 'is required for an international shipment', 'CUSTOMS_REQUIRED') : undefined;
  const value = sum(packages.map((one) => one.declaredValue ?? 0n));
  if (required && value === 0n) body.bad('customs', 'the packages\' declaredValue must add up to more than 0', 'CUSTOMS_REQUIRED');
  const code = 'CUSTOMS_REQUIRED';
  const customs = {
    contentType: fields.text('contentType', { required: true, code }), reasonForExport: fields.text('reasonForExport'), invoiceNumber: fields.text('invoiceNumber', { required: true, code }),
    invoiceDate: readDate(fields, 'invoiceDate'),
    iossNumber: fields.text('iossNumber', { pattern: /^IM\d{10}$/, rule: 'must be IM and 10 digits' }), eoriNumber: fields.text('eoriNumber', { max: 20 }), vatNumber: fields.text('vatNumber', { max: 20 }), value,
  };
  fields.end();
  return customs as Customs;
}

function readDate(fields: Fields, name: string): string | undefined {
  const rule = 'must be a date such as 2026-11-21';
  const date = fields.text(name, { pattern: /^\d{4}-(0[1-9]|1[0-2])-\d\d$/, rule });
  // The 31st of February is another day to Date, or none.
  const read = new Date(`${date}T00:00:00Z`);
  return date === undefined || (!Number.isNaN(read.getTime()) && read.toISOString().startsWith(date)) ? date : fields.bad(name, rule);
}

function readMetadata(fields: Fields): JsonValue | undefined {
  const metadata = fields.raw('metadata');
  const odd = metadata === undefined ? undefined : unkeptNumber(metadata, 'metadata');
  if (odd !== undefined) return fields.violations.add('VALIDATION_FAILED', odd, 'is a number that cannot be kept as it is: send it as a text');
  if (metadata === undefined || Buffer.byteLength(stringifyExact(metadata)) <= LIMITS.metadataBytesMax) return metadata;
  return fields.bad('metadata', `must have at most ${LIMITS.metadataBytesMax} bytes`);
}
