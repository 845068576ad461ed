import countries from 'i18n-iso-countries';
import { createRequire } from 'node:module';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { ShipmentRequest } from '../body/create-body.ts';
import { codOnLabels } from '../body/document-money.ts';
import type { Package } from '../body/packages.ts';
import type { Party } from '../body/party.ts';
import type { Label, LabelParty } from '../label/label.ts';

const names = createRequire(import.meta.url);
for (const language of ['en', 'ar', 'ur']) countries.registerLocale(names(`i18n-iso-countries/langs/${language}.json`) as never);

export interface Waybill { awb: string; courier: string; service: string }

/** What stands on a shipment's label. The cash is on the first package and nowhere else, so that no driver collects it twice. Pure. */
export function labelOf(request: ShipmentRequest, { awb, courier, service }: Waybill): Label {
  const { currency, codAmount, packages } = request;
  const cod = codOnLabels(codAmount, packages.length);
  return {
    awb, courier, service, reference: request.referenceNumber, to: partyOf(request.shipTo), from: partyOf(request.shipFrom),
    packages: packages.map((one, index) => ({
      barcode: packageBarcode(awb, index + 1), weight: `${scaled(one.weightGrams, 3)} kg`, size: sizeOf(one), description: one.description,
      cod: cod[index] === 0n ? undefined : `${fromMinorUnits(cod[index] as bigint, currency)} ${currency}`,
      codOnOther: codAmount > 0n && cod[index] === 0n ? `1 / ${packages.length}` : undefined,
    })),
  };
}

/** Each package has bars of its own. */
export function packageBarcode(awb: string, packageNumber: number): string {
  return `${awb}-${String(packageNumber).padStart(3, '0')}`;
}

function partyOf(party: Party): LabelParty {
  const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(isArabic(parts) ? '، ' : ', ');
  const lines = [
    line(party.companyName === party.name ? undefined : party.companyName), line(party.buildingNumber, party.addressLine1), line(party.addressLine2), line(party.district),
    [line(party.city, party.province), party.postalCode, party.additionalNumber].filter(Boolean).join(' '), countryName(party),
  ];
  return { name: party.name, lines: lines.filter((one) => one !== ''), phone: party.phone, countryCode: party.countryCode, shortAddress: party.shortAddress };
}

/** In the language that the address is written in: a driver reads the one he knows. */
function countryName({ countryCode, city, addressLine1 }: Party): string {
  const language = /[ٹڈڑںےگپچہ]/.test(city + addressLine1) ? 'ur' : isArabic([city]) ? 'ar' : 'en';
  return countries.getName(countryCode, language) ?? countryCode;
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
