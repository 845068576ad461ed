import { Transform, Type } from 'class-transformer';
import {
  Allow, ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsNotEmpty, IsObject, IsOptional, IsString, Length, Matches, ValidateBy, ValidateIf, ValidateNested,
} from 'class-validator';
import type { ValidationOptions } from 'class-validator';
import { FORBIDDEN_IN_METER_TEXT } from '../forbidden-characters.ts';
import { LIMITS } from '../limits.ts';
import { NEXT_ACTIONS } from '../plans/impact.ts';
import type { NextAction } from '../plans/impact.ts';
import { AGGREGATION_TYPES } from './meter.entity.ts';
import type { AggregationType } from './meter.entity.ts';

/** §4.13 rule 2. Control characters would make ids that no one can type. */
export function IsMeterText(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy({
    name: 'isMeterText',
    validator: {
      // eslint-disable-next-line no-control-regex
      validate: (value: unknown) => typeof value === 'string' && !FORBIDDEN_IN_METER_TEXT.test(value) && !/[\u0000-\u001f\u007f]/.test(value),
      defaultMessage: (args) => `${args?.property} must not contain any of the characters % ? { } [ ] $ ^ * @ < > nor control characters`,
    },
  }, options);
}

export function IsAtMostBytes(bytesMax: number): PropertyDecorator {
  return ValidateBy({
    name: 'isAtMostBytes',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && Buffer.byteLength(value) <= bytesMax,
      defaultMessage: (args) => `${args?.property} must be at most ${bytesMax} bytes long`,
    },
  });
}

/** The value as the body has it: class-transformer leaves out fields named like methods, and a filter without its clause lets all usage in. */
export function AsGiven(): PropertyDecorator {
  return Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);
}

/** May be left out, but not sent as null: an update must not wonder what null would mean. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** Body of create (§4.13). `id` absent: the service makes one. `aggregation_field` may be absent for count only. */
export class CreateMeterBody {
  @IsString() @IsMeterText() @Length(1, LIMITS.nameCharactersMax)
  name!: string;

  @IsOptional() @IsBoolean()
  active?: boolean;

  @IsString() @IsIn(AGGREGATION_TYPES, { message: aggregationTypeMessage })
  aggregation_type!: AggregationType;

  @IsOptional() @IsString() @IsMeterText() @Length(1, LIMITS.fieldCharactersMax)
  aggregation_field?: string;

  @IsOptional() @IsString() @IsNotEmpty() @IsMeterText() @IsAtMostBytes(LIMITS.meterIdBytesMax)
  id?: string;

  @IsOptional() @AsGiven() @IsObject()
  filters?: Record<string, unknown>;

  @IsOptional() @IsArray() @ArrayMaxSize(LIMITS.groupByFieldsMax) @ArrayUnique() @IsString({ each: true }) @IsMeterText({ each: true })
  @Length(1, LIMITS.fieldCharactersMax, { each: true })
  group_by?: string[];
}

/** §2.7 leaves fixed-retainer open: it is a price, not an aggregation (docs/decisions/0005). */
function aggregationTypeMessage(args: { value: unknown }): string {
  return args.value === 'fixed-retainer'
    ? 'aggregation_type cannot be fixed-retainer: create a count or sum meter and bind it to a plan with the price model "fixed_retainer" (fixed fee, included units, overage)'
    : `aggregation_type must be one of ${AGGREGATION_TYPES.join(', ')}`;
}

/** `subscription` of §4.13; what the values do stands with NEXT_ACTIONS. */
export class SubscriptionOrder {
  @IsIn(NEXT_ACTIONS)
  next_action!: NextAction;
}

/** `plan` of §4.13. */
export class PlanOrder {
  @IsBoolean()
  active!: boolean;
}

/** Body of deactivate (§3.3). Both parts are required; the rule says so, with the name of the inner field. */
export class DeactivateMeterBody {
  @IfGiven() @IsObject() @ValidateNested() @Type(() => SubscriptionOrder)
  subscription?: SubscriptionOrder;

  @IfGiven() @IsObject() @ValidateNested() @Type(() => PlanOrder)
  plan?: PlanOrder;
}

/** Body of update (§4.13): any part of it. */
export class UpdateMeterBody extends DeactivateMeterBody {
  @IfGiven() @IsString() @IsMeterText() @Length(1, LIMITS.nameCharactersMax)
  name?: string;

  @IfGiven() @IsBoolean()
  active?: boolean;

  @IfGiven() @AsGiven() @IsObject()
  filters?: Record<string, unknown>;

  // Known, so that the refusal can say why and what to do instead.
  @Allow() id?: unknown;
  @Allow() aggregation_type?: unknown;
  @Allow() aggregation_field?: unknown;
  @Allow() group_by?: unknown;
}

/** Query of update and deactivate. */
export class DryRunQuery {
  @IsOptional() @IsIn(['true', 'false'])
  dry_run?: 'true' | 'false';
}

/** Query of list. */
export class ListMetersQuery {
  @IsOptional() @IsIn(['true', 'false'])
  active?: 'true' | 'false';

  @IsOptional() @IsIn(AGGREGATION_TYPES)
  aggregation_type?: AggregationType;

  @IsOptional() @Matches(/^[1-9]\d{0,3}$/)
  limit?: string;

  @IsOptional() @IsString() @Matches(/^[\w-]{1,1000}$/)
  cursor?: string;
}
