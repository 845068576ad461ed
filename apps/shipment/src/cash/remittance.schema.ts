import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { CASH, LIMITS } from '../limits.ts';
import { COUNT, COURIER } from './books.schema.ts';
import { LINE_KINDS, REMITTANCE_EXCEPTIONS, REMITTANCE_STATUSES, RESOLUTIONS } from './remittance.entity.ts';
import type {
  LineKind,
  LineState,
  RemittanceExceptionKind,
  RemittanceStatus,
  Resolution,
} from './remittance.entity.ts';

const ID = { import: 'ri_019ab3c4d5e6f708192a3b4c5d6', exception: 'rx_019ab3c4d5e6f708192a3b4c5d6' };
const OF_COURIER = { description: 'The courier.', example: 'sandbox-express', charactersMax: LIMITS.textCharactersMax };
const REMITTANCE = { description: "The courier's number of the remittance.", example: 'REM-20261122' };
const SHIPMENT = { description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6', nullable: true };
const CURRENCY = { description: 'The ISO 4217 code of the currency.' };

/** Body of the import. */
export class ImportRemittanceBody {
  @Text(OF_COURIER)
  courierId!: string;

  @Text({
    description:
      `The file as text, with the names of the columns in its first row; at most ${CASH.fileRowsMax} rows. The ` +
      'mapping of the courier says what its columns are.',
    example:
      'line_id,type,waybill,reference,amount,fee,net,currency,remittance_id,paid_at\n' +
      '1,cod,SBX0000012345,shp_01KAB3X4Y5Z6,115.00,2.30,112.70,SAR,REM-20261122,2026-11-22T09:30:00Z\n',
    charactersMax: CASH.fileCharactersMax,
  })
  csv!: string;
}

/** Body of reading a courier's API. */
export class ReadRemittancesBody {
  @Text(OF_COURIER)
  courierId!: string;
}

/** One import, with what became of its lines. */
export class RemittanceImportAnswer {
  @Text({ description: 'The id of the import.', example: ID.import })
  importId!: string;

  @Text(OF_COURIER)
  courierId!: string;

  @Choice(['running', 'done'], {
    description: '`running` for ever when its process died: import the same file again, which completes it.',
    example: 'done',
  })
  status!: 'running' | 'done';

  @Whole({ description: 'The lines of the report.', example: 3, ...COUNT })
  lines!: number;

  @Whole({ description: 'The lines that are new.', example: 3, ...COUNT })
  added!: number;

  @Whole({ description: 'The lines that were reported before.', example: 0, ...COUNT })
  repeated!: number;

  @Whole({ description: 'The new lines that are booked.', example: 3, ...COUNT })
  matched!: number;

  @Whole({ description: 'The exceptions that this import opened.', example: 0, ...COUNT })
  exceptions!: number;

  @Text({ description: "The client that imported it; `schedule` when the courier's API was read.", example: 'cl_1' })
  importedBy!: string;

  @Moment({ description: 'When it began.' })
  createdAt!: string;

  @Moment({ description: 'When it was done; null while it runs.', nullable: true })
  finishedAt!: string | null;
}

/** Query of the lists of imports and remittances. */
export class ListRemittancesQuery extends ListQuery {
  @Text(COURIER)
  courierId?: string;
}

/** What a courier paid in one go. */
export class RemittanceAnswer {
  @Text(REMITTANCE)
  remittanceId!: string;

  @Text(OF_COURIER)
  courierId!: string;

  @Currency(CURRENCY)
  currency!: string;

  @Choice(REMITTANCE_STATUSES, {
    description:
      '`reconciled`: cash less fees is what was paid. `differs`: it is not. `open`: the courier has not said what it ' +
      'paid.',
    example: 'reconciled',
  })
  status!: RemittanceStatus;

  @MajorAmount({ description: 'The cash of its lines, in major units.', example: 1150 })
  cash!: number;

  @MajorAmount({ description: 'What the courier kept.', example: 23 })
  fees!: number;

  @MajorAmount({ description: 'What reached the bank, as the courier says.', example: 1127, nullable: true })
  paid!: number | null;

  @MajorAmount({ description: 'Of the cash, that of lines which pay no known parcel.', example: 0 })
  unmatched!: number;

  @MajorAmount({ description: 'Cash less fees less paid; null while `open`.', example: 0, nullable: true })
  difference!: number | null;

  @Whole({ description: 'Its lines.', example: 10, ...COUNT })
  lines!: number;

  @Moment({ description: 'When it was paid.' })
  paidAt!: string;
}

/** Query of the list of lines. */
export class ListRemittanceLinesQuery extends ListRemittancesQuery {
  @Text({ ...REMITTANCE, description: 'Only lines of this remittance.', optional: true })
  remittanceId?: string;

  @Text({ description: 'Only lines of this import.', example: ID.import, optional: true })
  importId?: string;

  @Choice(['matched', 'exception'], { description: 'Only lines with this status.', example: 'matched', optional: true })
  status?: LineState;
}

/** One line of a courier's report. */
export class RemittanceLineAnswer {
  @Text({ description: 'The identity of the line.', example: 'REM-20261122/1', charactersMax: 600 })
  lineId!: string;

  @Text({ description: 'The import that brought it.', example: ID.import })
  importId!: string;

  @Text(OF_COURIER)
  courierId!: string;

  @Text(REMITTANCE)
  remittanceId!: string;

  @Choice(LINE_KINDS, { description: 'What the courier reports.', example: 'cash' })
  kind!: LineKind;

  @List(textRule({ charactersMax: LIMITS.textCharactersMax }), {
    description: 'What the line calls the parcel.',
    example: ['SBX0000012345'],
    itemsMax: CASH.referencesMax,
  })
  references!: string[];

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'The cash, or what was paid, in major units.', example: 115 })
  amount!: number;

  @MajorAmount({ description: 'What the courier keeps.', example: 2.3 })
  fee!: number;

  @Choice(['matched', 'exception'], { description: 'Whether it is booked.', example: 'matched' })
  status!: LineState;

  @Text(SHIPMENT)
  shipmentId!: string | null;

  @Moment({ description: 'When it was paid.' })
  paidAt!: string;
}

/** Query of the list of exceptions. */
export class ListCodExceptionsQuery extends ListQuery {
  @Choice(['open', 'resolved'], { description: 'Only exceptions with this status.', example: 'open', optional: true })
  status?: 'open' | 'resolved';

  @Choice(REMITTANCE_EXCEPTIONS, { description: 'Only this kind.', example: 'unknown_waybill', optional: true })
  kind?: RemittanceExceptionKind;

  @Text(COURIER)
  courierId?: string;

  @Text({ ...SHIPMENT, nullable: false, description: 'Only of this shipment.', optional: true })
  shipmentId?: string;
}

/** Something that the books and a courier do not agree on. */
export class CodExceptionAnswer {
  @Text({ description: 'The id of the exception.', example: ID.exception })
  exceptionId!: string;

  @Choice(REMITTANCE_EXCEPTIONS, { description: 'What is wrong.', example: 'amount_differs' })
  kind!: RemittanceExceptionKind;

  @Choice(['open', 'resolved'], { description: 'Whether a person must look.', example: 'open' })
  status!: 'open' | 'resolved';

  @Text({
    description: 'What is wrong, for the person who resolves it.',
    example: 'the courier collected 115.00 SAR; it pays 100.00 SAR',
    charactersMax: 5_000,
  })
  why!: string;

  @Text(OF_COURIER)
  courierId!: string;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'What the books say, in major units; null: nothing.', example: 115, nullable: true })
  expected!: number | null;

  @MajorAmount({ description: 'What the courier says.', example: 100, nullable: true })
  actual!: number | null;

  @MajorAmount({ description: 'What was written off when it was resolved.', example: 0 })
  adjusted!: number;

  @Text({ description: 'The line.', example: 'REM-20261122/1', charactersMax: 600, nullable: true })
  lineId!: string | null;

  @Text({ ...REMITTANCE, nullable: true })
  remittanceId!: string | null;

  @Text(SHIPMENT)
  shipmentId!: string | null;

  @Choice(RESOLUTIONS, {
    description: '`explained`: a later report explains it. Null while it is open.',
    example: null,
    nullable: true,
  })
  resolution!: Resolution | null;

  @Text({
    description: 'What the person found out.',
    example: '',
    charactersMin: 0,
    charactersMax: LIMITS.longTextCharactersMax,
  })
  note!: string;

  @Text({ description: 'The client that resolved it.', example: null, nullable: true })
  resolvedBy!: string | null;

  @Moment({ description: 'When it was resolved.', example: null, nullable: true })
  resolvedAt!: string | null;

  @Moment({ description: 'When it was found.' })
  createdAt!: string;
}

/** Body of resolve. */
export class ResolveCodExceptionBody {
  @Choice(['accept', 'adjust', 'match'], {
    description:
      '`accept` books nothing. `adjust` writes the difference off. `match` books a line for the parcel `shipmentId`.',
    example: 'adjust',
  })
  action!: 'accept' | 'adjust' | 'match';

  @Text({ description: 'With `match`: the parcel.', example: 'shp_01KAB3X4Y5Z6', optional: true })
  shipmentId?: string;

  @Text({
    description: 'What you found out.',
    example: 'The driver gave a discount of 15 SAR.',
    charactersMax: LIMITS.longTextCharactersMax,
  })
  note!: string;
}
