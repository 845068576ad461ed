import type { InputOf } from '@qafila/sdk';
import { periodOf } from '../api/period.ts';

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

/** The query of the API. */
export function queryOf({ from, to, ...others }: PaymentFilters): InputOf<'listTransactions'>['query'] {
  return {
    ...others,
    currency: others.currency?.toUpperCase(),
    ...periodOf({ from, to }),
  } as InputOf<'listTransactions'>['query'];
}
