import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { Transform } from 'class-transformer';
import { LIMITS } from '../limits.ts';
import type { Ordering } from './endpoint.entity.ts';

/** May be left out, but not sent as null. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** As the body has it: class-transformer would leave out fields named like methods. */
function AsGiven(): PropertyDecorator {
  return Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);
}

/** What both create and update may set. */
class EndpointFields {
  @IfGiven() @IsString() @MaxLength(LIMITS.descriptionCharactersMax)
  description?: string;

  /** Replaced as a whole; an empty object removes all. */
  @IfGiven() @AsGiven() @IsObject()
  headers?: Record<string, unknown>;

  @IfGiven() @IsIn(['none', 'key'])
  ordering?: Ordering;

  /** Null removes the limit. */
  @IsOptional() @IsInt() @Min(1) @Max(LIMITS.rateLimitPerSecondMax)
  rate_limit_per_second?: number | null;

  @IfGiven() @IsInt() @Min(1) @Max(LIMITS.concurrencyMax)
  concurrency_max?: number;
}

/** Body of create. */
export class CreateEndpointBody extends EndpointFields {
  @IsString()
  url!: string;

  @IsArray() @ArrayNotEmpty() @ArrayMaxSize(LIMITS.eventTypesMax) @IsString({ each: true })
  event_types!: string[];

  /** `whsec_…`; absent: one is made. */
  @IfGiven() @IsString() @MaxLength(200)
  secret?: string;

  /** Signs with ed25519 (v1a) too. */
  @IfGiven() @IsBoolean()
  ed25519?: boolean;
}

/** Body of update: any part of it. */
export class UpdateEndpointBody extends EndpointFields {
  @IfGiven() @IsString()
  url?: string;

  @IfGiven() @IsArray() @ArrayNotEmpty() @ArrayMaxSize(LIMITS.eventTypesMax) @IsString({ each: true })
  event_types?: string[];

  /** `disabled` is ours to set; a merchant pauses. */
  @IfGiven() @IsIn(['enabled', 'paused'])
  status?: 'enabled' | 'paused';
}

/** Body of rotate. */
export class RotateSecretBody {
  @IfGiven() @IsString() @MaxLength(200)
  secret?: string;

  @IfGiven() @IsIn(['hmac', 'ed25519'])
  kind?: 'hmac' | 'ed25519';

  /** True when the old secret has leaked: it ends now. */
  @IfGiven() @IsBoolean()
  end_previous?: boolean;
}

/** Query of lists. */
export class ListQuery {
  @IsOptional() @Matches(/^[1-9]\d{0,3}$/)
  limit?: string;

  @IsOptional() @IsString() @Matches(/^[\w-]{1,1000}$/)
  cursor?: string;
}
