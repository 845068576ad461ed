import { Nested } from '@qafila/schema/object-fields';
import { LatinParty } from './latin.schema.ts';
import { Degrees } from './number-fields.ts';
import { Line } from './line-fields.ts';
import { SHORT_ADDRESS } from './national-address.ts';
import { Country, Phone, PostalCode } from './party-fields.ts';

const FOUR_DIGITS = { foldsDigits: true, pattern: { is: /^\d{4}$/, expects: '4 digits' } } as const;

/** A sender or a receiver. `countryCode` stands before the fields that depend on it. */
export class Party {
  @Line({ description: 'The name of the person, as the label shows it.', example: 'نورة عبد الله القحطاني' })
  name!: string;

  @Country({ description: 'The country of the address: ISO 3166, two capitals.' })
  countryCode!: string;

  @Line({ description: 'The company, if it differs from `name`.', example: 'متجر قافلة', optional: true })
  companyName?: string;

  @Phone({ description: "The phone number: E.164, or as dialled in the party's own country." })
  phone!: string;

  @Phone({ description: 'A second phone number.', example: '+966551234567', optional: true })
  alternatePhone?: string;

  @Line({
    description: 'The e-mail address.',
    example: 'customer@shop.example',
    foldsDigits: true,
    pattern: { is: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, expects: 'an e-mail address' },
    optional: true,
  })
  email?: string;

  @Line({ description: 'The street.', example: 'طريق الملك فهد' })
  addressLine1!: string;

  @Line({ description: 'Floor, flat or what else a driver needs.', example: 'الدور 3، شقة 12', optional: true })
  addressLine2?: string;

  @Line({ description: 'The district of the city.', example: 'العليا', optional: true })
  district?: string;

  @Line({ description: 'The city.', example: 'الرياض' })
  city!: string;

  @Line({ description: 'The province or state.', example: 'منطقة الرياض', optional: true })
  province?: string;

  @PostalCode({
    description: 'The postal code. Its form is checked if the country has one.',
    optional: true,
  })
  postalCode?: string;

  @Line({
    description:
      'The short form of the National Address: 4 letters and 4 digits. An address in Saudi Arabia needs it, or ' +
      '`buildingNumber`, `addressLine1`, `district`, `postalCode` and `city`.',
    example: 'RRRD2929',
    code: 'NATIONAL_ADDRESS_REQUIRED',
    foldsDigits: true,
    pattern: SHORT_ADDRESS,
    optional: true,
  })
  shortAddress?: string;

  @Line({ description: 'The building number: 4 digits.', example: '2929', optional: true, ...FOUR_DIGITS })
  buildingNumber?: string;

  @Line({ description: 'The additional number: 4 digits.', example: '8118', optional: true, ...FOUR_DIGITS })
  additionalNumber?: string;

  @Degrees({ description: 'The latitude in degrees, -90 to 90.', example: 24.7136, max: 90, optional: true })
  latitude?: number;

  @Degrees({ description: 'The longitude in degrees, -180 to 180.', example: 46.6753, max: 180, optional: true })
  longitude?: number;

  @Line({
    description: 'The tax number, for customs.',
    example: '300000000000003',
    charactersMax: 50,
    optional: true,
  })
  taxId?: string;

  @Nested(() => LatinParty, {
    description:
      'The same in Latin letters, for couriers and customs abroad. Across a border, an address in another script ' +
      'without it draws the warning `LATIN_MISSING`, and a courier may refuse it.',
    optional: true,
    nullable: 'absent',
  })
  latin?: LatinParty;
}

/** Who gets the parcels. */
export class ShipmentReceiver extends Party {
  @Phone({
    description:
      "The phone number that the driver calls: E.164, or as dialled in the receiver's own country. With cash on " +
      'delivery it must be a mobile number.',
    mobileWithCod: true,
  })
  declare phone: string;
}

/** Who hands the parcels over. */
export class ShipmentSender extends Party {}
