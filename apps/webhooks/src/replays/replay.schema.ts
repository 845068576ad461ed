import { Whole } from '@qafila/schema/number-fields';
import { List } from '@qafila/schema/object-fields';
import { Choice, Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { From, judgeTimeRange, To } from '../deliveries/time-range.ts';
import { eventPatternRule } from '../endpoints/endpoint-rules.ts';
import { LIMITS } from '../limits.ts';

export const SELECTIONS = ['all', 'failed', 'missing'] as const;
/**
 * all: every delivery, in any state; failed: the dead letters; missing: events that never became a delivery of this
 * endpoint.
 */
export type Selection = (typeof SELECTIONS)[number];

const STATUSES = ['running', 'completed', 'cancelled'] as const;
export type ReplayStatus = (typeof STATUSES)[number];

const EVENT_TYPES = { example: ['meter.*'], itemsMin: 1, itemsMax: LIMITS.eventTypesMax };
const SELECTION =
  '`all`: every delivery, in any state. `failed`: the dead letters. `missing`: events that never became a delivery ' +
  'of this endpoint, under new numbers.';
const RATE = { example: 100, min: 1, max: LIMITS.replayRatePerSecondMax };
const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** Body of create replay. */
export class CreateWebhookReplayBody {
  @From({})
  from!: string;

  @To({})
  to!: string;

  @List(eventPatternRule, {
    ...EVENT_TYPES,
    description: 'Only events of these types: names, or families such as `meter.*`.',
    optional: true,
  })
  event_types?: string[];

  @Choice(SELECTIONS, { description: `${SELECTION} Default \`all\`.`, example: 'all', optional: true })
  status?: Selection;

  @Whole({
    ...RATE,
    description: `The most deliveries in a second. Default ${LIMITS.replayRatePerSecondDefault}.`,
    optional: true,
  })
  rate_per_second?: number;

  @Flag({ description: 'True: only counts, and nothing is created.', example: false, optional: true })
  dry_run?: boolean;

  static judge(body: CreateWebhookReplayBody, at: Place): void {
    judgeTimeRange(body, at);
  }
}

/** How many deliveries a replay would send now. */
export class WebhookReplayCountAnswer {
  @Flag({ description: 'Always true: nothing was created.', example: true })
  dry_run!: true;

  @Whole({ description: 'How many deliveries match.', example: 240, ...COUNT })
  count!: number;

  @Flag({ description: 'False: at least `count`; more than 250,000 rows were not read.', example: true })
  exact!: boolean;
}

/** A replay on the wire. */
export class WebhookReplayAnswer {
  @Text({ description: 'The id of the replay.', example: 'rp_9f86d081884c7d659a2feaa0' })
  id!: string;

  @Choice(STATUSES, { description: 'Whether it still sends.', example: 'running' })
  status!: ReplayStatus;

  @Choice(SELECTIONS, { description: SELECTION, example: 'all' })
  selection!: Selection;

  @Moment({
    description: "Only events from this moment on, by the event's own time.",
    example: '2026-11-01T00:00:00.000Z',
  })
  from!: string;

  @Moment({
    description: "Only events before this moment, by the event's own time.",
    example: '2026-11-02T00:00:00.000Z',
  })
  to!: string;

  @List(textRule(), { ...EVENT_TYPES, description: 'Only events of these types; null: of all types.', nullable: true })
  event_types!: string[] | null;

  @Whole({ ...RATE, description: 'The most deliveries in a second.' })
  rate_per_second!: number;

  @Whole({ description: 'How many deliveries matched when it was created.', example: 240, ...COUNT })
  matching!: number;

  @Flag({ description: 'False: at least `matching`; more than 250,000 rows were not read.', example: true })
  matching_exact!: boolean;

  @Whole({ description: 'How many deliveries it has queued so far.', example: 120, ...COUNT })
  resent!: number;

  @Whole({ description: 'How many it skipped, because they were already waiting to be sent.', example: 0, ...COUNT })
  already_pending!: number;

  @Moment({ description: 'When it was created.' })
  created_at!: string;

  @Moment({ description: 'When it was completed or cancelled; null before.', example: undefined, nullable: true })
  finished_at!: string | null;
}
