import countries from 'i18n-iso-countries';
import { createRequire } from 'node:module';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { ShipmentRequest } from '../body/create-body.ts';
import { codOnLabels } from '../body/document-money.ts';
import type { Package } from '../body/packages.ts';
import type { Party } from '../body/party.schema.ts';
import type { Label, LabelParty } from '../label/label.ts';

const require = createRequire(import.meta.url);
for (const language of ['en', 'ar', 'ur'])
  countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`) as never);

export interface Waybill {
  awb: string;
  courier: string;
  service: string;
  /** The courier's own number of each package, where it has them. */
  pieces?: readonly string[];
}

/**
 * The content of a shipment's label. Only the first package shows the cash, so that no driver collects it twice. Pure.
 */
export function labelOf(request: ShipmentRequest, { awb, courier, service, pieces = [] }: Waybill): Label {
  const { currency, codAmount, packages } = request;
  const cod = codOnLabels(codAmount, packages.length);
  return {
    mark: request.shipmentType === 'RETURN' ? 'RETURN' : undefined,
    awb,
    courier,
    service,
    reference: request.referenceNumber,
    to: partyOf(request.shipTo),
    from: partyOf(request.shipFrom),
    packages: packages.map((parcel, index) => ({
      barcode: pieces[index] ?? packageBarcode(awb, index + 1),
      weight: `${scaled(parcel.weightGrams, 3)} kg`,
      size: sizeOf(parcel),
      description: parcel.description,
      cod: cod[index] === 0n ? undefined : `${fromMinorUnits(cod[index] as bigint, currency)} ${currency}`,
      codOnOther: codAmount > 0n && cod[index] === 0n ? `1 / ${packages.length}` : undefined,
    })),
  };
}

/** Unique to each package. */
export function packageBarcode(awb: string, packageNumber: number): string {
  return `${awb}-${String(packageNumber).padStart(3, '0')}`;
}

function partyOf(party: Party): LabelParty {
  const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(isArabic(parts) ? '، ' : ', ');
  const lines = [
    line(party.companyName === party.name ? undefined : party.companyName),
    line(party.buildingNumber, party.addressLine1),
    line(party.addressLine2),
    line(party.district),
    [line(party.city, party.province), party.postalCode, party.additionalNumber].filter(Boolean).join(' '),
    countryName(party),
  ];
  return {
    name: party.name,
    lines: lines.filter((text) => text !== ''),
    phone: party.phone,
    countryCode: party.countryCode,
    shortAddress: party.shortAddress,
  };
}

/** In the language of the address, which is the one that its drivers read. */
function countryName(party: Party): string {
  return countries.getName(party.countryCode, languageOf(party)) ?? party.countryCode;
}

function languageOf({ city, addressLine1 }: Party): 'ur' | 'ar' | 'en' {
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

function scaled(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
