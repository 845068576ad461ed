import type { Rule } from '@qafila/schema/field';
import { choiceRule } from '@qafila/schema/text-fields';
import { AGGREGATION_TYPES } from './meter.entity.ts';
import type { AggregationType } from './meter.entity.ts';

const choice = choiceRule(AGGREGATION_TYPES);

/** §2.7 leaves fixed-retainer open. Here it is a price model, not an aggregation (docs/decisions/0005). */
export const aggregationTypeRule: Rule<AggregationType> = {
  ...choice,
  read: (value, at) =>
    value === 'fixed-retainer'
      ? at.fail(
          'cannot be fixed-retainer: create a count or sum meter and bind it to a plan ' +
            'with the price model "fixed_retainer" (fixed fee, included units, overage)',
        )
      : choice.read(value, at),
};
