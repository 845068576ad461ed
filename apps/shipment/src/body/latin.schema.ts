import type { Place } from '@qafila/schema/violations';
import { Line } from './line-fields.ts';
import type { LineOptions } from './line-fields.ts';

const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

/** Whether a text has letters that only readers of another script can read. */
export function hasOtherLetters(text: string): boolean {
  return OTHER_LETTER.test(text);
}

function latin(text: string, at: Place): string | undefined {
  return hasOtherLetters(text) ? at.fail('must be in Latin letters') : text;
}

/** A text that has no letters of other scripts. */
export function LatinLine(options: LineOptions): PropertyDecorator {
  return Line({ foldsDigits: true, ...options, judge: latin });
}

/** A party in Latin letters, beside the spelling of its own country. */
export class LatinParty {
  @LatinLine({ description: 'The name.', example: 'Noura Al-Qahtani' })
  name!: string;

  @LatinLine({ description: 'The company, if it differs from `name`.', example: 'Qafila Store', optional: true })
  companyName?: string;

  @LatinLine({ description: 'The street.', example: 'King Fahd Road' })
  addressLine1!: string;

  @LatinLine({ description: 'Floor, flat or what else a driver needs.', example: 'Floor 3, flat 12', optional: true })
  addressLine2?: string;

  @LatinLine({ description: 'The district of the city.', example: 'Al Olaya', optional: true })
  district?: string;

  @LatinLine({ description: 'The city.', example: 'Riyadh' })
  city!: string;

  @LatinLine({ description: 'The province or state.', example: 'Riyadh Province', optional: true })
  province?: string;
}
