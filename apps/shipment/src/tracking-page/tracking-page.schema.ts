import { COLOR_FIELD, colorRule } from '@qafila/pages/color-rule';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { TRACKING } from '../limits.ts';
import { PROBLEMS } from './problem-report.entity.ts';
import type { Problem } from './problem-report.entity.ts';

const NAME = {
  description: 'The name that receivers read.',
  example: 'متجر قافلة',
  charactersMax: TRACKING.storeNameCharactersMax,
};
const SUPPORT = {
  description: 'Where receivers get help; null: the page names no such place.',
  example: 'https://shop.example/help',
  nullable: true,
};

/** Body of change. */
export class ChangeTrackingPageBody {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Judged(colorRule, { ...COLOR_FIELD, optional: true })
  color?: string;

  @Url({ ...SUPPORT, optional: true })
  supportUrl?: string | null;
}

/** How the tracking pages of a store look. */
export class TrackingPageAnswer {
  @Text(NAME)
  name!: string;

  @Judged(colorRule, COLOR_FIELD)
  color!: string;

  @Url(SUPPORT)
  supportUrl!: string | null;
}

/** What a receiver reported. */
export class ProblemReportAnswer {
  @Text({ description: 'The number of the report.', example: '4711' })
  reportId!: string;

  @Choice(PROBLEMS, { description: 'What the receiver chose.', example: 'damaged' })
  problem!: Problem;

  @Text({
    description: "The receiver's own words; null when there are none.",
    example: 'The box is wet.',
    charactersMax: TRACKING.noteCharactersMax,
    nullable: true,
  })
  note!: string | null;

  @Moment({ description: 'When it was reported.' })
  reportedAt!: string;
}

/** What receivers reported of a shipment. */
export class ProblemReportsAnswer {
  @List(nestedRule(() => ProblemReportAnswer), {
    description: 'The reports, oldest first.',
    itemsMax: TRACKING.reportsMax,
  })
  items!: ProblemReportAnswer[];
}
