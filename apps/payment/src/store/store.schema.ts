import { COLOR_FIELD, colorRule } from '@qafila/pages/color-rule';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { choiceRule, Text } from '@qafila/schema/text-fields';
import { Whole } from '@qafila/schema/number-fields';
import { LIMITS } from '../limits.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';

const NAME = { example: 'متجر قافلة', charactersMax: LIMITS.storeNameCharactersMax };
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
