import { List } from '@qafila/schema/object-fields';
import { Flag, textRule } from '@qafila/schema/text-fields';

/** Body of change. */
export class ChangeCourierBody {
  @Flag({
    description: '`false` takes the courier from new shipments of the company; those under way keep it.',
    example: false,
  })
  enabled!: boolean;
}

/** The answer of the courier operations. */
export class CouriersAnswer {
  @List(textRule(), {
    description: 'The ids of the couriers. A shipment that names none goes to the first.',
    example: ['sandbox-express', 'sandbox-economy'],
    itemsMax: 1_000,
  })
  couriers!: string[];
}
