import { Whole } from '@qafila/schema/number-fields';
import { FreeMap, List, Nested } from '@qafila/schema/object-fields';
import { Choice, Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { AGGREGATION_TYPES } from '../meter-definitions/meter.entity.ts';
import type { AggregationType, Meter } from '../meter-definitions/meter.entity.ts';
import { ImpactAnswer } from '../plans/impact.schema.ts';

/** The meter object of §2.7, with its fields in that order; `group_by` and `version` are additions. */
export class MeterAnswer {
  @Text({ description: 'The code of the meter, unique in the account.', example: 'tokens' })
  id!: string;

  @Text({ description: 'A label for people.', example: 'Generated tokens', charactersMax: 510 })
  name!: string;

  @Flag({ description: 'Whether the meter accepts events.', example: true })
  active!: boolean;

  @Choice(AGGREGATION_TYPES, { description: 'How events become a total.', example: 'sum' })
  aggregation_type!: AggregationType;

  @Text({
    description: 'The field of the payload that is aggregated; may be null for `count`.',
    example: 'tokens',
    charactersMax: 510,
    nullable: true,
  })
  aggregation_field!: string | null;

  @FreeMap({
    description: 'Which events count, as it was sent; empty: all.',
    example: { model: ['large', 'small'] },
    bytesMax: LIMITS.eventBytesMax,
  })
  filters!: Record<string, unknown>;

  @Text({ description: 'The account that owns the meter.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Text({ description: 'The store that owns the meter.', example: 'str_1' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the meter.', example: 'stage' })
  mode!: string;

  @Moment({ description: 'When the meter was created.' })
  createdAt!: string;

  @Moment({ description: 'When the meter last changed.' })
  updatedAt!: string;

  @List(textRule({ charactersMax: 510 }), {
    description: 'The fields by which queries can split the totals.',
    example: ['model'],
    itemsMax: LIMITS.groupByFieldsMax,
  })
  group_by!: string[];

  @Whole({
    description: 'Grows by one with each change of the filters; receipts name the version that judged an event.',
    example: 1,
    min: 1,
    max: LIMITS.meterVersionsMax,
  })
  version!: number;
}

export function meterView(meter: Meter, accountId: string): MeterAnswer {
  return {
    id: meter.id,
    name: meter.name,
    active: meter.active,
    aggregation_type: meter.aggregationType,
    aggregation_field: meter.aggregationField,
    filters: meter.filters as Record<string, unknown>,
    account_id: accountId,
    store_id: meter.storeId,
    mode: meter.mode,
    createdAt: meter.createdAt.toISOString(),
    updatedAt: meter.updatedAt.toISOString(),
    group_by: meter.groupBy,
    version: meter.version,
  };
}

/** A deactivated meter, or with dry_run what a deactivation would do. */
export class ChangedMeterAnswer {
  @Nested(() => MeterAnswer, { description: 'The meter after the request.' })
  meter!: MeterAnswer;

  @Nested(() => ImpactAnswer, { description: 'What happens to the plans and subscriptions of the meter.' })
  impact!: ImpactAnswer;
}

export class ReactivatedMeterAnswer {
  @Nested(() => MeterAnswer, { description: 'The meter after the request.' })
  meter!: MeterAnswer;
}
