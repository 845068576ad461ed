import { wholeRule } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import type { Rule } from '@qafila/schema/field';
import { Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';

export const TIME = { is: /^(?:[01]\d|2[0-3]):[0-5]\d$/, expects: 'a time such as 14:30' };

const timeZoneRule: Rule<string> = {
  expects: 'an IANA time zone such as Asia/Riyadh',
  schema: { type: 'string', maxLength: 64 },
  read(value, at) {
    try {
      if (typeof value === 'string' && /^[A-Za-z]/.test(value) && value.length <= 64)
        return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      // Refused below.
    }
    return at.fail(`must be ${timeZoneRule.expects}`);
  },
};

class Hours {
  @Judged(timeZoneRule, { description: 'The time zone of the address: IANA.', example: 'Asia/Riyadh' })
  timeZone!: string;

  @Text({ description: 'From when the parcels are ready.', example: '10:00', pattern: TIME })
  readyTime!: string;

  @Text({ description: 'Until when the driver may come.', example: '18:00', pattern: TIME })
  closeTime!: string;

  @Text({
    description: 'A pick-up of the same day is ordered before. Later orders are for the next day.',
    example: '12:00',
    pattern: TIME,
  })
  cutOffTime!: string;

  @List(wholeRule({ min: 1, max: 7 }), {
    description: 'The days on which the courier comes; Monday is 1.',
    example: [1, 2, 3, 4, 6, 7],
    itemsMin: 1,
    itemsMax: 7,
    unique: true,
  })
  days!: number[];
}

/** Body of the hours of a courier. */
export class PickupHoursBody extends Hours {
  @Text({
    description: 'Only for pick-up addresses in this city, as shipments spell it. Left out: all others.',
    example: 'Jeddah',
    charactersMax: LIMITS.textCharactersMax,
    optional: true,
  })
  city?: string;

  static judge({ readyTime, closeTime }: PickupHoursBody, at: Place): void {
    if (readyTime !== undefined && closeTime !== undefined && readyTime >= closeTime)
      at.below('closeTime').fail('must be after readyTime');
  }
}

/** When drivers of a courier come. */
export class PickupHoursAnswer extends Hours {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({ description: 'The city, in small letters; null: all others.', example: null, nullable: true })
  city!: string | null;
}

export class PickupHoursListAnswer {
  @List(nestedRule(() => PickupHoursAnswer), {
    description: 'Those of each courier, with the default where none are set.',
    itemsMax: LIMITS.pickupHoursShownMax,
  })
  items!: PickupHoursAnswer[];
}
