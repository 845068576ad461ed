import type { Rule } from '@qafila/schema/field';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { choiceRule, Text } from '@qafila/schema/text-fields';
import { Whole } from '@qafila/schema/number-fields';
import { LIMITS } from '../limits.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { contrastWithWhite } from './contrast.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
/**
 * Black on white has a contrast of 21. Below this value, white text on the colour is hard to read (WCAG 2.2, 1.4.3).
 */
const CONTRAST_MIN = 4.5;

const colorRule: Rule<string> = {
  expects: 'six hexadecimal digits such as "#0b5d57"',
  schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  read(value, at) {
    if (typeof value !== 'string' || !COLOR.test(value)) return at.fail(`must be ${colorRule.expects}`);
    return contrastWithWhite(value) < CONTRAST_MIN
      ? at.fail(`is too light for white text: the contrast must be at least ${CONTRAST_MIN}`)
      : value.toLowerCase();
  },
};

const NAME = { example: 'متجر قافلة', charactersMax: LIMITS.storeNameCharactersMax };
const COLOR_FIELD = {
  description: `The colour of buttons and headings. White text on it has a contrast of at least ${CONTRAST_MIN} : 1.`,
  example: '#0b5d57',
};
const METHODS_FIELD = {
  description: 'The methods that the store accepts. `null`: all that the deployment has; an empty list: none.',
  example: ['card', 'wallet'],
  itemsMax: METHODS.length,
  nullable: true,
};

/** Body of change. */
export class ChangeStoreBody {
  @Text({ ...NAME, description: 'The name that customers read on the pages.', orInteger: true, optional: true })
  name?: string;

  @Judged(colorRule, { ...COLOR_FIELD, optional: true })
  color?: string;

  @List(choiceRule(METHODS), { ...METHODS_FIELD, optional: true })
  payment_methods?: Method[] | null;
}

/** A gateway of the deployment. */
export class StoreGatewayAnswer {
  @Text({ description: 'The type that routing rules and `gateway_instance_id` name.', example: 'cardgateway-a' })
  gateway_type!: string;

  @List(choiceRule(METHODS), { description: 'The methods that it takes.', example: ['card'], itemsMax: METHODS.length })
  methods!: readonly Method[];
}

/** The profile of a store on the wire. */
export class StoreAnswer {
  @Text({ ...NAME, description: 'The name that customers read on the pages.' })
  name!: string;

  @Judged(colorRule, COLOR_FIELD)
  color!: string;

  @List(choiceRule(METHODS), METHODS_FIELD)
  payment_methods!: Method[] | null;

  @List(choiceRule(METHODS), {
    description: 'The methods that a page offers now: enabled here, and taken by a gateway.',
    example: ['card', 'wallet'],
    itemsMax: METHODS.length,
  })
  offered!: Method[];

  @List(nestedRule(() => StoreGatewayAnswer), { description: 'The gateways of the deployment.', itemsMax: 100 })
  gateways!: StoreGatewayAnswer[];
}

/** The secret that signs the addresses of returning customers. */
export class RedirectSecretAnswer {
  @Text({
    description: 'The key of the HMAC, as it stands.',
    example: 'rds_3q2-7wAAuI0f5Yp1tZ9bX0c4kLhVgRrE8nDsMmQyJo',
  })
  secret!: string;

  @Whole({ description: 'Counts the rotations.', example: 1, min: 1, max: 2_147_483_647 })
  version!: number;
}
