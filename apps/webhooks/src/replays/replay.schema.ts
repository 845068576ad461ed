import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { IfGiven } from '../endpoints/endpoint.schema.ts';
import { LIMITS } from '../limits.ts';

export const SELECTIONS = ['all', 'failed', 'missing'] as const;
/** all: every delivery, whatever became of it; failed: the dead letters; missing: events that never became a delivery of this endpoint. */
export type Selection = (typeof SELECTIONS)[number];

/** Body of create replay. */
export class CreateReplayBody {
  /** Of the event's own time: from is taken, to is not. */
  @IsString()
  from!: string;

  @IsString()
  to!: string;

  @IfGiven() @IsArray() @ArrayNotEmpty() @ArrayMaxSize(LIMITS.eventTypesMax) @IsString({ each: true })
  event_types?: string[];

  @IfGiven() @IsIn(SELECTIONS)
  status?: Selection;

  @IfGiven() @IsInt() @Min(1) @Max(LIMITS.replayRatePerSecondMax)
  rate_per_second?: number;

  /** Counts, and changes nothing. */
  @IfGiven() @IsBoolean()
  dry_run?: boolean;
}
