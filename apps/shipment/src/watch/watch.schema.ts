import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { WATCH } from '../limits.ts';

/** After how many days without a scan an alarm is raised. */
export class WatchRule {
  @Text({ description: 'Only of this courier. Left out: of all.', example: 'sandbox-express', optional: true })
  courierId?: string;

  @Text({ description: 'Only of this service. Left out: of all.', example: 'EXPRESS', optional: true })
  serviceCode?: string;

  @Whole({ description: 'Days without a scan.', example: 2, min: 1, max: WATCH.daysMax })
  days!: number;
}

const RULES = {
  description: 'The rules. Of several that fit, the one that names the courier wins, then the one with the service.',
  itemsMax: WATCH.rulesMax,
};

/** Body of change: all rules. */
export class ChangeWatchBody {
  @List(nestedRule(() => WatchRule), RULES)
  rules!: WatchRule[];
}

/** The rules of a company, and what holds without one. */
export class WatchAnswer {
  @List(nestedRule(() => WatchRule), RULES)
  rules!: WatchRule[];

  @Whole({ description: 'Days without a rule, inside a country.', example: 3, min: 1, max: WATCH.daysMax })
  domesticDays!: number;

  @Whole({ description: 'Days without a rule, across a border.', example: 7, min: 1, max: WATCH.daysMax })
  internationalDays!: number;
}

/** Query of the report. */
export class DeliveryReportQuery {
  @Moment({ description: 'Shipments that ended then or later.' })
  from!: string;

  @Moment({
    description: `Shipments that ended before. At most ${WATCH.reportDaysMax} days after \`from\`.`,
    example: '2026-11-23T09:30:00.000Z',
  })
  to!: string;

  @Text({ description: 'Only of this courier.', example: 'sandbox-express', optional: true })
  courierId?: string;
}

const HOURS = { example: 26, min: 0, max: 1_000_000, nullable: true };
const COUNT = { example: 120, min: 0, max: 2_147_483_647 };

/** What a courier did in a city. */
export class DeliveryReportLine {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({ description: 'The city of the receiver, as orders spell it.', example: 'الرياض', charactersMax: 1_000 })
  city!: string;

  @Text({ description: 'Its country.', example: 'SA' })
  countryCode!: string;

  @Whole({ ...COUNT, description: 'Shipments that ended: delivered, returned or lost.' })
  ended!: number;

  @Whole({ ...COUNT, description: 'Those that were delivered.' })
  delivered!: number;

  @Whole({ ...COUNT, description: 'Those that were delivered without a failed attempt.' })
  deliveredFirst!: number;

  @Whole({ ...COUNT, description: 'Those that came back.', example: 4 })
  returned!: number;

  @Whole({ ...COUNT, description: 'Those that were lost.', example: 0 })
  lost!: number;

  @Whole({ ...HOURS, description: 'Half of the deliveries took at most these hours from pick-up.' })
  transitHoursP50!: number | null;

  @Whole({ ...HOURS, description: '90 % of the deliveries took at most these hours.', example: 49 })
  transitHoursP90!: number | null;

  @Whole({ ...HOURS, description: '95 % of the deliveries took at most these hours.', example: 70 })
  transitHoursP95!: number | null;
}

/** The report. */
export class DeliveryReportAnswer {
  @List(nestedRule(() => DeliveryReportLine), {
    description: `By courier and city, the most shipments first: at most ${WATCH.reportLinesMax} lines.`,
    itemsMax: WATCH.reportLinesMax,
  })
  items!: DeliveryReportLine[];
}
