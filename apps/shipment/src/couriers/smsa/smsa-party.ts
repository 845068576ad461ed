import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import { addressLines } from '../address-lines.ts';
import type { ConsignmentParty } from '../consignment.ts';
import type { Refused } from '../courier.ts';
import { SMSA_LIMITS } from './smsa-limits.ts';

/** What of a party does not fit SMSA; undefined: all fits. */
export function misfitOf(party: ConsignmentParty): Refused | undefined {
  const { length } = cityOf(party);
  if (length < SMSA_LIMITS.cityCharactersMin || length > SMSA_LIMITS.cityCharactersMax)
    return { kind: 'refused', code: 'city_unknown', reason: `SMSA takes cities of 3 to 50 letters, as it lists them.` };
  if (linesOf(party) !== undefined) return undefined;
  return {
    kind: 'refused',
    code: 'address_too_long',
    reason: `The address of ${party.name} does not fit 2 lines of 100 characters.`,
  };
}

/** SMSA takes Arabic in names and addresses. It lists its cities in Latin letters. */
export function smsaAddress(party: ConsignmentParty): Fields {
  const { phone, countryCode, district, postalCode, latitude, longitude } = party;
  const [first = '', second] = linesOf(party) ?? [];
  return {
    ContactName: nameOf(party),
    ContactPhoneNumber: phone.replace(/^\+/, ''),
    Country: countryCode,
    City: cityOf(party),
    AddressLine1: first,
    ...(second !== undefined && { AddressLine2: second }),
    ...(district !== undefined && { District: district }),
    ...(postalCode !== undefined && { PostalCode: postalCode }),
    ...(latitude !== undefined && longitude !== undefined && { Coordinates: `${latitude},${longitude}` }),
  };
}

/** Two fields that only the receiver of a delivery has. */
export function consigneeAddress(party: ConsignmentParty): Fields {
  return {
    ...smsaAddress(party),
    ...(party.alternatePhone !== undefined && { ContactPhoneNumber2: party.alternatePhone.replace(/^\+/, '') }),
    ...(party.shortAddress !== undefined && { ShortCode: party.shortAddress }),
  };
}

/** A short name such as علي is completed, because SMSA takes none below 5 letters. */
function nameOf({ name, companyName, city }: ConsignmentParty): string {
  const long = name.length >= SMSA_LIMITS.nameCharactersMin ? name : `${name} - ${companyName ?? city}`;
  return truncate(long, SMSA_LIMITS.nameCharactersMax);
}

function linesOf(party: ConsignmentParty): string[] | undefined {
  const { buildingNumber, addressLine1, addressLine2, district, city } = party;
  const parts = [[buildingNumber, addressLine1].filter(Boolean).join(' '), addressLine2, district];
  const lines = addressLines(parts, SMSA_LIMITS.addressLine);
  const isShort = (lines?.join(' ').length ?? SMSA_LIMITS.addressCharactersMin) < SMSA_LIMITS.addressCharactersMin;
  return isShort ? addressLines([...parts, city, party.countryCode], SMSA_LIMITS.addressLine) : lines;
}

/** Of cities to which most parcels go, as SMSA's list of cities spells them. */
const CITIES: Readonly<Record<string, string>> = {
  الرياض: 'Riyadh',
  جدة: 'Jeddah',
  جده: 'Jeddah',
  مكة: 'Makkah',
  'مكة المكرمة': 'Makkah',
  المدينة: 'Madinah',
  'المدينة المنورة': 'Madinah',
  الدمام: 'Dammam',
  الخبر: 'Khobar',
  الظهران: 'Dhahran',
  الجبيل: 'Jubail',
  القطيف: 'Qatif',
  الهفوف: 'Hofuf',
  الأحساء: 'Hofuf',
  الطائف: 'Taif',
  تبوك: 'Tabuk',
  بريدة: 'Buraidah',
  عنيزة: 'Unaizah',
  حائل: 'Hail',
  أبها: 'Abha',
  'خميس مشيط': 'Khamis Mushait',
  جازان: 'Jazan',
  جيزان: 'Jazan',
  نجران: 'Najran',
  الباحة: 'Baha',
  سكاكا: 'Sakaka',
  عرعر: 'Arar',
  ينبع: 'Yanbu',
  الخرج: 'Kharj',
};

function cityOf({ city, latin }: ConsignmentParty): string {
  return latin?.city ?? CITIES[city.trim()] ?? city;
}
