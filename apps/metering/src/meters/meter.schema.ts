import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsNotEmpty, IsObject, IsOptional, IsString, Length, Matches, ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';
import { FORBIDDEN_IN_METER_TEXT } from '../forbidden-characters.ts';
import { LIMITS } from '../limits.ts';
import { AGGREGATION_TYPES } from './meter.entity.ts';
import type { AggregationType } from './meter.entity.ts';

/** §4.13 rule 2. Control characters would make ids that no one can type. */
function IsMeterText(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy({
    name: 'isMeterText',
    validator: {
      // eslint-disable-next-line no-control-regex
      validate: (value: unknown) => typeof value === 'string' && !FORBIDDEN_IN_METER_TEXT.test(value) && !/[\u0000-\u001f\u007f]/.test(value),
      defaultMessage: (args) => `${args?.property} must not contain any of the characters % ? { } [ ] $ ^ * @ < > nor control characters`,
    },
  }, options);
}

function IsAtMostBytes(bytesMax: number): PropertyDecorator {
  return ValidateBy({
    name: 'isAtMostBytes',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && Buffer.byteLength(value) <= bytesMax,
      defaultMessage: (args) => `${args?.property} must be at most ${bytesMax} bytes long`,
    },
  });
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

  @IsOptional() @IsObject()
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
