import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsString } from 'class-validator';
import { IfGiven } from '../endpoints/endpoint.schema.ts';
import { LIMITS } from '../limits.ts';

/** Body of redrive; an empty one means all dead letters. */
export class RedriveBody {
  @IfGiven() @IsArray() @ArrayNotEmpty() @ArrayMaxSize(LIMITS.eventTypesMax) @IsString({ each: true })
  event_types?: string[];

  /** Of the event's own time. */
  @IfGiven() @IsString()
  from?: string;

  @IfGiven() @IsString()
  to?: string;

  /** Counts, and changes nothing. */
  @IfGiven() @IsBoolean()
  dry_run?: boolean;
}
