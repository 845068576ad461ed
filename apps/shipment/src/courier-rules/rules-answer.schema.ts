import { Whole } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { SELECTION } from '../limits.ts';
import { CourierRule } from '../selection/rule.schema.ts';

const VERSION = { min: 0, max: 2_147_483_647, example: 3 };
const NOTE = { example: 'Jeddah by road', charactersMax: SELECTION.noteCharactersMax };
const RULES = { itemsMax: SELECTION.rulesMax };
const NAMES = { itemsMax: SELECTION.rulesMax, example: ['Riyadh, cash on delivery'] };
const NAME = textRule({ charactersMax: 100 });

/** Body of set. */
export class SetCourierRulesBody {
  @Whole({
    ...VERSION,
    description: 'The `version` that you read, 0 before the first. Another change meanwhile is a 409 `RULES_CHANGED`.',
  })
  version!: number;

  @List(nestedRule(() => CourierRule), {
    ...RULES,
    description: 'All rules, the first to be tried first. An empty list: shipments go to the first courier again.',
  })
  rules!: CourierRule[];

  @Text({ ...NOTE, description: 'Why, for the history.', optional: true })
  note?: string;
}

/** What a version changed. */
export class CourierRuleChanges {
  @List(NAME, { ...NAMES, description: 'Rules that are new.' })
  added!: string[];

  @List(NAME, { ...NAMES, description: 'Rules that are gone.', example: [] })
  removed!: string[];

  @List(NAME, { ...NAMES, description: 'Rules with another content.', example: [] })
  changed!: string[];

  @Flag({ description: 'Whether the rules that stayed have another order.', example: false })
  reordered!: boolean;
}

/** Who made a version, and what it changed. */
export class CourierRulesVersion {
  @Whole({ ...VERSION, description: 'Grows by one with each change.' })
  version!: number;

  @Nested(() => CourierRuleChanges, { description: 'Against the version before.' })
  changes!: CourierRuleChanges;

  @Text({ ...NOTE, description: 'Why; null when nothing was said.', nullable: true })
  note!: string | null;

  @Moment({ description: 'When.' })
  changedAt!: string;

  @Text({ description: 'The client that did it.', example: 'cl_01KAB3X4Y5Z6' })
  changedBy!: string;
}

/** The rules of one version. */
export class CourierRulesAnswer {
  @Whole({ ...VERSION, description: 'The version; 0 when the company has never set any rules.' })
  version!: number;

  @List(nestedRule(() => CourierRule), { ...RULES, description: 'The rules, the first one first.' })
  rules!: CourierRule[];
}
