import { isJsonObject } from '@qafila/json/is-object';
import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { CreateShipmentBody } from '../body/create-body.schema.ts';
import { BULK, LIMITS } from '../limits.ts';
import { ShipmentWarning } from '../shipments/shipment.schema.ts';
import { BULK_JOB_STATUSES } from './bulk-job.entity.ts';
import type { BulkJobStatus } from './bulk-job.entity.ts';
import { BULK_ROW_STATUSES } from './bulk-row.entity.ts';
import type { BulkRowStatus, RowDetail } from './bulk-row.entity.ts';

const ROWS = { min: 0, max: BULK.rowsMax };
const SHIPMENT_ID = { example: 'shp_01KAB3X4Y5Z6', nullable: true } as const;

/** Kept as it was sent: each row is judged by the rules of create when its turn comes. */
const unreadObject: Rule<object> = {
  expects: 'an object',
  schema: { type: 'object' },
  read: (value, at) => (isJsonObject(value) ? value : at.fail('must be an object')),
};
const unreadShipment: Rule<object> = { ...nestedRule(() => CreateShipmentBody), read: unreadObject.read };

/** Body of a bulk create: `shipments` or `csv`. */
export class CreateBulkBody {
  @List(unreadShipment, {
    description: 'The shipments, each as the body of create.',
    itemsMin: 1,
    itemsMax: BULK.rowsMax,
    optional: true,
  })
  shipments?: object[];

  @Text({
    description:
      'A file with the names of the columns in its first row. A column is the path of a field of the body of create, ' +
      'such as `shipToInfo.name` or `packagesInfo.0.weight`; `template.csv` has the usual ones. An empty cell is a ' +
      'field that is left out.',
    example: 'referenceNumber,shipToInfo.name,shipToInfo.phone\norder-1001,محمد,+966501234567\n',
    charactersMax: BULK.csvCharactersMax,
    optional: true,
  })
  csv?: string;

  @Judged(unreadObject, {
    description: 'Fields that all rows have, unless a row has its own: the sender, the currency.',
    example: { currency: 'SAR' },
    optional: true,
  })
  defaults?: object;

  static judge({ shipments, csv }: CreateBulkBody, at: Place): void {
    if (
      (shipments === undefined) === (csv === undefined) &&
      !at.below('csv').hasFailed &&
      !at.below('shipments').hasFailed
    )
      at.below('shipments').fail('or csv is required, and not both');
  }
}

/** A job, and how far it is. */
export class BulkJobAnswer {
  @Text({ description: 'The id of the job.', example: 'blk_019ab3c4d5e6f708192a3b4c5d6' })
  jobId!: string;

  @Choice(BULK_JOB_STATUSES, {
    description: '`running` until every row has its result. Rows of a cancelled job without a result stay `pending`.',
    example: 'running',
  })
  status!: BulkJobStatus;

  @Whole({ ...ROWS, description: 'All rows.', example: 10_000 })
  rowsTotal!: number;

  @Whole({ ...ROWS, description: 'Rows whose shipment is created.', example: 4_100 })
  rowsCreated!: number;

  @Whole({ ...ROWS, description: 'Rows that were refused; their `details` say why.', example: 12 })
  rowsFailed!: number;

  @Whole({ ...ROWS, description: 'Rows without a result yet.', example: 5_888 })
  rowsPending!: number;

  @Moment({ description: 'When it was accepted.' })
  createdAt!: string;

  @Text({ description: 'The client that sent it.', example: 'cl_01KAB3X4Y5Z6' })
  createdBy!: string;

  @Moment({ description: 'When it ended; null while it runs.', example: null, nullable: true })
  finishedAt!: string | null;
}

/** Query of the rows. */
export class ListBulkRowsQuery extends ListQuery {
  @Choice(BULK_ROW_STATUSES, { description: 'Only rows in this state.', example: 'failed', optional: true })
  status?: BulkRowStatus;
}

/** What is wrong with a row. */
export class BulkRowDetail implements RowDetail {
  @Text({ description: 'The rule, as the errors of create name it.', example: 'PHONE_INVALID' })
  code!: string;

  @Text({ description: 'The field.', example: 'shipToInfo.phone', nullable: true })
  field!: string | null;

  @Text({ description: 'What to do.', example: 'shipToInfo.phone must be a valid phone number.', charactersMax: 4_000 })
  message!: string;
}

/** What became of a row. */
export class BulkRowAnswer {
  @Whole({
    min: 1,
    max: BULK.rowsMax,
    description: 'The row, counted from 1; of a file without its heading.',
    example: 17,
  })
  row!: number;

  @Choice(BULK_ROW_STATUSES, { description: 'What became of it.', example: 'failed' })
  status!: BulkRowStatus;

  @Text({
    description: 'The reference of the row; null while the row is pending, or when it has none.',
    example: 'order-1001',
    charactersMax: LIMITS.textCharactersMax,
    nullable: true,
  })
  referenceNumber!: string | null;

  @Text({ ...SHIPMENT_ID, description: 'The shipment; null unless it is created.' })
  shipmentId!: string | null;

  @List(nestedRule(() => BulkRowDetail), {
    description: `What is wrong with it, the first ${BULK.detailsPerRowMax}.`,
    itemsMax: BULK.detailsPerRowMax,
  })
  details!: BulkRowDetail[];

  @List(nestedRule(() => ShipmentWarning), {
    description: 'What a courier may reject.',
    example: [],
    itemsMax: LIMITS.violationsMax,
  })
  warnings!: ShipmentWarning[];
}
