import { List, Nested } from '@qafila/schema/object-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import type { Place as ViolationPlace } from '@qafila/schema/violations';
import { OptionalPlain, Plain } from '../http/field-rules.ts';
import { LIMITS } from '../limits.ts';
import { INSTRUCTIONS } from '../parcels/instruct-parcel.ts';
import type { InstructionName } from '../parcels/instruct-parcel.ts';
import { ExpressPlace, ExpressReference } from './express.schema.ts';

const DAY = { pattern: { is: /^\d{4}-\d{2}-\d{2}$/, expects: 'a day such as 2026-11-23' } } as const;
const TIME = { pattern: { is: /^([01]\d|2[0-3]):[0-5]\d$/, expects: 'a time such as 09:30' } } as const;

function Waybills(): PropertyDecorator {
  return List(textRule({ charactersMax: LIMITS.textCharactersMax }), {
    description: 'The waybills.',
    itemsMin: 1,
    itemsMax: LIMITS.orderParcelsMax,
    unique: true,
  });
}

export class ExpressInstruction extends ExpressReference {
  @Choice(INSTRUCTIONS, { description: 'What to do.' }) instruction!: InstructionName;
  @Text({ ...DAY, description: 'The day of a reattempt.', optional: true }) date?: string;
  @Nested(() => ExpressPlace, { description: 'The new address.', optional: true }) to?: ExpressPlace;
  @OptionalPlain('The new phone number.') phone?: string;
  @OptionalPlain('Words for the driver.') note?: string;

  static judge({ instruction, to, phone }: ExpressInstruction, at: ViolationPlace): void {
    if (instruction === 'ADDRESS' && to === undefined) at.below('to').fail('is required with ADDRESS');
    if (instruction === 'PHONE' && phone === undefined) at.below('phone').fail('is required with PHONE');
  }
}

export class ExpressPickup extends ExpressReference {
  @Waybills() waybills!: string[];
  @Nested(() => ExpressPlace, { description: 'Where the driver comes.' }) from!: ExpressPlace;
  @Text({ ...DAY, description: 'The day.' }) date!: string;
  @Text({ ...TIME, description: 'The earliest time.' }) ready!: string;
  @Text({ ...TIME, description: 'The latest time.' }) close!: string;
  @Plain('IANA name of the time zone.') timeZone!: string;
  @OptionalPlain('Words for the driver.') note?: string;

  static judge({ ready, close }: ExpressPickup, at: ViolationPlace): void {
    if (ready >= close) at.below('close').fail('must be after ready');
  }
}

export class ExpressManifest extends ExpressReference {
  @Waybills() waybills!: string[];
}
