import { PeriodEnd } from './period-field.ts';

/** Query of the settlement file. */
export class SettlementQuery {
  @PeriodEnd({ description: 'The begin of the period: a date or a timestamp.', example: '2026-11-01T00:00:00Z' })
  from!: Date;

  @PeriodEnd({ description: 'The end of the period, which does not belong to it.', example: '2026-12-01T00:00:00Z' })
  to!: Date;
}
