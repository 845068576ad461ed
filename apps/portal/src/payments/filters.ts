import type { InputOf } from '@qafila/sdk';

/** The filters of the list as its address has them. Days are the viewer's. */
export interface PaymentFilters {
  status?: string;
  method?: string;
  gateway?: string;
  currency?: string;
  amount_min?: string;
  amount_max?: string;
  from?: string;
  to?: string;
  search?: string;
  order_reference?: string;
  payment_intent_id?: string;
}

const NAMES = [
  'status',
  'method',
  'gateway',
  'currency',
  'amount_min',
  'amount_max',
  'from',
  'to',
  'search',
  'order_reference',
  'payment_intent_id',
] as const;

/** Keeps what is a filter. A wrong value of one is the API's to refuse, with its own message. */
export function readFilters(search: Record<string, unknown>): PaymentFilters {
  const given = NAMES.filter((name) => typeof search[name] === 'string' && search[name] !== '');
  return Object.fromEntries(given.map((name) => [name, search[name]]));
}

export const hasFilters = (filters: PaymentFilters): boolean => Object.keys(filters).length > 0;

/** The query of the API: its period is of moments, and begins and ends with the viewer's days. */
export function queryOf({ from, to, ...others }: PaymentFilters): InputOf<'listTransactions'>['query'] {
  return {
    ...others,
    currency: others.currency?.toUpperCase(),
    from: from && startOfDay(from, 0),
    to: to && startOfDay(to, 1),
  } as InputOf<'listTransactions'>['query'];
}

/** A text that is no day goes to the API as it is, which says what is wrong with it. */
function startOfDay(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return day;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
