import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import { addressLines } from '../address-lines.ts';
import type { ConsignmentParty, LatinConsignmentParty } from '../consignment.ts';
import type { Refused } from '../courier.ts';
import { DHL_LIMITS } from './dhl-limits.ts';

const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

/** What of a party DHL cannot read or has no room for; undefined: all fits. */
export function misfitOf(party: ConsignmentParty): Refused | undefined {
  if (Object.values(spelledOf(party)).some((text) => text !== undefined && OTHER_LETTER.test(text)))
    return misfit(
      'latin_required',
      `DHL Express reads Latin letters only: add \`latin\` to the address of ${party.name}.`,
    );
  if (linesOf(party) === undefined)
    return misfit('address_too_long', `The address of ${party.name} does not fit 3 lines of 45 characters.`);
  if (written(party).city.length > DHL_LIMITS.cityCharactersMax)
    return misfit(
      'city_too_long',
      `The city of ${party.name} has more than ${DHL_LIMITS.cityCharactersMax} characters.`,
    );
  return undefined;
}

function misfit(code: string, reason: string): Refused {
  return { kind: 'refused', code, reason };
}

/** In Latin letters, where the address has them: then nothing of its other spelling stays. */
function written(party: ConsignmentParty): ConsignmentParty {
  return { ...party, ...spelledOf(party) };
}

function spelledOf(party: ConsignmentParty): LatinConsignmentParty {
  const { name, companyName, addressLine1, addressLine2, district, city, province } = party.latin ?? party;
  return { name, companyName, addressLine1, addressLine2, district, city, province };
}

function linesOf(party: ConsignmentParty): string[] | undefined {
  const { buildingNumber, addressLine1, addressLine2, district, shortAddress } = written(party);
  const street = [buildingNumber, addressLine1].filter(Boolean).join(' ');
  return addressLines([street, addressLine2, district, shortAddress], DHL_LIMITS.addressLine);
}

export function postalAddress(party: ConsignmentParty): Fields {
  const { postalCode = '', city, countryCode, province } = written(party);
  const [first = '', ...more] = linesOf(party) ?? [];
  return {
    postalCode: truncate(postalCode, DHL_LIMITS.postalCodeCharactersMax),
    cityName: city,
    countryCode,
    ...(province !== undefined &&
      province.length >= 2 && { provinceName: truncate(province, DHL_LIMITS.provinceCharactersMax) }),
    addressLine1: first,
    ...Object.fromEntries(more.map((line, at) => [`addressLine${at + 2}`, line])),
  };
}

export function contact(party: ConsignmentParty): Fields {
  const { name, companyName = name, phone, email } = written(party);
  return {
    fullName: truncate(name, DHL_LIMITS.nameCharactersMax),
    companyName: truncate(companyName, DHL_LIMITS.companyCharactersMax),
    phone,
    ...(email !== undefined && email.length <= DHL_LIMITS.emailCharactersMax && { email }),
  };
}

/** For rates: where a parcel leaves and arrives. */
export function place(party: ConsignmentParty): Fields {
  const { postalCode = '', city, countryCode } = written(party);
  return { postalCode, cityName: truncate(city, DHL_LIMITS.cityCharactersMax), countryCode };
}
