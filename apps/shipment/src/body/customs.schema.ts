import type { Place } from '@qafila/schema/violations';
import { Line, OneOf } from './line-fields.ts';

const DATE = 'a date such as 2026-11-21';

/** Date reads the 31st of February as another day, or as invalid. */
function calendarDate(date: string, at: Place): string | undefined {
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : at.fail(`must be ${DATE}`);
}

/** The declaration for customs. */
export class ShipmentCustoms {
  @Line({ description: 'What kind of goods it is.', example: 'MERCHANDISE', code: 'CUSTOMS_REQUIRED' })
  contentType!: string;

  @Line({ description: 'Why the goods leave the country.', example: 'SALE', optional: true })
  reasonForExport?: string;

  @Line({ description: 'The number of the invoice.', example: 'INV-1002', code: 'CUSTOMS_REQUIRED' })
  invoiceNumber!: string;

  @Line({
    description: 'The date of the invoice.',
    example: '2026-11-21',
    foldsDigits: true,
    pattern: { is: /^\d{4}-(0[1-9]|1[0-2])-\d\d$/, expects: DATE },
    judge: calendarDate,
    optional: true,
  })
  invoiceDate?: string;

  @OneOf(['CN22', 'CN23'], {
    description:
      'For parcels that go by post: the declaration of the Universal Postal Union that we draw for each package. ' +
      '`CN22` is for at most 2 kg and 300 special drawing rights; `CN23` for all. Couriers need neither.',
    example: 'CN23',
    optional: true,
  })
  postalForm?: 'CN22' | 'CN23';

  @Line({
    description: 'The Import One-Stop Shop number of the European Union: IM and 10 digits.',
    example: 'IM0123456789',
    foldsDigits: true,
    pattern: { is: /^IM\d{10}$/, expects: 'IM and 10 digits' },
    optional: true,
  })
  iossNumber?: string;

  @Line({
    description: 'The EORI number of the exporter.',
    example: 'DE123456789012345',
    charactersMax: 20,
    optional: true,
  })
  eoriNumber?: string;

  @Line({
    description: 'The VAT number of the exporter.',
    example: '300000000000003',
    charactersMax: 20,
    optional: true,
  })
  vatNumber?: string;
}
