import { Nested } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { ADDRESSES } from '../limits.ts';
import type { AddressWords, NationalAddress } from './address-directory.ts';

const charactersMax = ADDRESSES.textCharactersMax;
const EMPTY = 'Empty where the directory has none.';

/** The parts of an address that are words. */
export class NationalAddressWords implements AddressWords {
  @Text({ description: `The street. ${EMPTY}`, example: 'King Fahd Road', charactersMax })
  street!: string;

  @Text({ description: `The district. ${EMPTY}`, example: 'Al Olaya', charactersMax })
  district!: string;

  @Text({ description: `The city. ${EMPTY}`, example: 'Riyadh', charactersMax })
  city!: string;
}

/** What a short address stands for, in both languages. */
export class NationalAddressAnswer implements NationalAddress {
  @Text({ description: 'The short address.', example: 'RRRD2929' })
  shortAddress!: string;

  @Text({ description: `The building number. ${EMPTY}`, example: '2929', charactersMax })
  buildingNumber!: string;

  @Text({ description: `The additional number. ${EMPTY}`, example: '8118', charactersMax })
  additionalNumber!: string;

  @Text({ description: `The postal code. ${EMPTY}`, example: '12333', charactersMax })
  postalCode!: string;

  @Nested(() => NationalAddressWords, {
    description: 'In Arabic.',
    example: { street: 'طريق الملك فهد', district: 'العليا', city: 'الرياض' },
  })
  ar!: NationalAddressWords;

  @Nested(() => NationalAddressWords, { description: 'In English.' })
  en!: NationalAddressWords;
}
