import { fromMinorUnits } from '@qafila/money/minor-units';
import type { ShipmentRequest } from '../body/create-body.ts';
import { codOnLabels, sum } from '../body/document-money.ts';
import type { LatinParty } from '../body/latin.schema.ts';
import type { Package } from '../body/packages.ts';
import type { Party } from '../body/party.schema.ts';
import { shownAmount } from '../body/shown-amount.ts';
import type { LabelData } from '../couriers/courier.ts';
import { countryName } from '../documents/country-name.ts';
import type { Language } from '../documents/country-name.ts';
import { dateAt } from './date-at.ts';
import type { Label, LabelAddress, LabelPackage, LabelParty } from '../label/label.ts';

/** What the courier's booking adds to what was sent. */
export interface Waybill {
  awb: string;
  courier: string;
  data: LabelData;
  /** The company's, at the courier. */
  account?: string;
  shippedAt: Date;
}

/**
 * The content of a shipment's label. Only the first package shows the cash, so that no driver collects it twice. Pure.
 */
export function labelOf(request: ShipmentRequest, { awb, courier, data, account, shippedAt }: Waybill): Label {
  const { packages, shipTo, shipFrom } = request;
  const isAbroad = shipTo.countryCode !== shipFrom.countryCode;
  return {
    mark: request.shipmentType === 'RETURN' ? 'RETURN' : undefined,
    awb,
    courier,
    service: data.service,
    scope: isAbroad ? 'INTL' : 'DOM',
    account: data.account ?? account,
    shipDate: dateAt(shippedAt, shipFrom.countryCode),
    routing: data.sortCode ?? [shipTo.countryCode, shipTo.postalCode ?? shipTo.shortAddress].filter(Boolean).join(' '),
    origin: data.originCode ?? shipFrom.latin?.city ?? shipFrom.city,
    destination: data.destinationCode ?? shipTo.latin?.city ?? shipTo.city,
    reference: request.referenceNumber,
    customs: isAbroad ? customsOf(request) : undefined,
    instructions: request.instructions,
    totalWeight: weightOf(sum(packages.map(({ weightGrams }) => weightGrams))),
    to: partyOf(shipTo, isAbroad),
    from: partyOf(shipFrom, isAbroad),
    packages: labelPackages(request, data.pieces ?? [], awb),
  };
}

function labelPackages(
  { packages, codAmount, currency }: ShipmentRequest,
  pieces: readonly string[],
  awb: string,
): LabelPackage[] {
  const cod = codOnLabels(codAmount, packages.length);
  return packages.map((parcel, index) => ({
    barcode: pieces[index] ?? packageBarcode(awb, index + 1),
    weight: weightOf(parcel.weightGrams),
    size: sizeOf(parcel),
    description: parcel.description,
    cod: cod[index] === 0n ? undefined : `${fromMinorUnits(cod[index] as bigint, currency)} ${currency}`,
    codOnOther: codAmount > 0n && cod[index] === 0n ? `1 / ${packages.length}` : undefined,
  }));
}

function customsOf({ incoterm, customs, currency }: ShipmentRequest): Label['customs'] {
  if (customs === undefined || incoterm === undefined) return undefined;
  return { incoterm, content: customs.contentType, value: shownAmount(customs.value, currency) };
}

/** Unique to each package. */
export function packageBarcode(awb: string, packageNumber: number): string {
  return `${awb}-${String(packageNumber).padStart(3, '0')}`;
}

function partyOf(party: Party, isAbroad: boolean): LabelParty {
  const { latin, phone, countryCode, shortAddress } = party;
  return {
    ...addressOf(party, party, languageOf(party)),
    phone,
    countryCode,
    shortAddress,
    latin: isAbroad && latin !== undefined ? addressOf(party, latin, 'en') : undefined,
  };
}

/** The address in one spelling; numbers and codes are the same in all. */
function addressOf(party: Party, spelling: LatinParty, language: Language): LabelAddress {
  const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(isArabic(parts) ? '، ' : ', ');
  const { name, companyName, addressLine1, addressLine2, district, city, province } = spelling;
  const street = [
    line(companyName === name ? undefined : companyName),
    line(party.buildingNumber, addressLine1),
    line(addressLine2),
    line(district),
  ];
  const place = [line(city, province), party.postalCode, party.additionalNumber].filter(Boolean).join(' ');
  return {
    name,
    street: street.filter((text) => text !== ''),
    place: [place, countryName(party.countryCode, language)],
  };
}

/** The country's name is in the language of the address, which is the one that its drivers read. */
function languageOf({ city, addressLine1 }: Party): Language {
  // Letters that Urdu has and Arabic does not.
  if (/[ٹڈڑںےگپچہ]/.test(city + addressLine1)) return 'ur';
  return isArabic([city]) ? 'ar' : 'en';
}

function isArabic(texts: readonly (string | undefined)[]): boolean {
  return /\p{Script=Arabic}/u.test(texts.join(''));
}

function sizeOf({ lengthMm, widthMm, heightMm }: Package): string | undefined {
  if (lengthMm === undefined || widthMm === undefined || heightMm === undefined) return undefined;
  return `${[lengthMm, widthMm, heightMm].map((side) => scaled(side, 1).replace(/\.0$/, '')).join(' × ')} cm`;
}

function weightOf(grams: bigint): string {
  return `${scaled(grams, 3)} kg`;
}

function scaled(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
