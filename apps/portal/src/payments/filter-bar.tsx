import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChoicePill } from '../design/choice-pill.tsx';
import { DatePill } from '../design/date-pill.tsx';
import { FilterPill } from '../design/filter-pill.tsx';
import { TextPill } from '../design/text-pill.tsx';
import { Toolbar } from '../design/toolbar.tsx';
import { useTexts } from '../language/language.tsx';
import { hasFilters } from './filters.ts';
import type { PaymentFilters } from './filters.ts';
import { PAYMENTS } from './payments.texts.ts';
import { paymentsRoute } from './routes.ts';
import { METHODS, STATUSES } from './statuses.ts';

interface PillProps {
  filters: PaymentFilters;
  change(part: PaymentFilters): void;
}

/** The filters are in the address, so that a link shows the same list. */
export function FilterBar(): ReactNode {
  const t = useTexts(PAYMENTS);
  const filters = paymentsRoute.useSearch();
  const navigate = useNavigate();
  const go = (search: PaymentFilters): void => void navigate({ to: '/payments', search });
  const pill = { filters, change: (part: PaymentFilters) => go({ ...filters, ...part }) };
  const field = (name: keyof PaymentFilters, label: string) => ({
    label,
    value: filters[name],
    onChange: (value: string | undefined) => pill.change({ [name]: value }),
  });
  return (
    <Toolbar
      search={{ label: t.searchLabel, value: filters.search, onSearch: (search) => pill.change({ search }) }}
      hasFilters={hasFilters(filters)}
      onClear={() => go({})}
    >
      <DatePill label={t.date} value={filters} onChange={pill.change} />
      <AmountPill {...pill} />
      <ChoicePill {...field('status', t.status)} choices={STATUSES} texts={t.statuses} />
      <ChoicePill {...field('method', t.method)} choices={METHODS} texts={t.methods} />
      <TextPill {...field('order_reference', t.order)} />
      <TextPill {...field('gateway', t.gateway)} />
    </Toolbar>
  );
}

function AmountPill({ filters: { amount_min, amount_max, currency }, change }: PillProps): ReactNode {
  const t = useTexts(PAYMENTS);
  const isOn = amount_min !== undefined || amount_max !== undefined || currency !== undefined;
  const range = amount_min || amount_max ? ` ${amount_min ?? '0'} – ${amount_max ?? '∞'}` : '';
  const number = { inputMode: 'decimal', dir: 'ltr' } as const;
  return (
    <FilterPill
      label={t.amount}
      value={isOn ? `${currency?.toUpperCase() ?? ''}${range}` : undefined}
      draft={{ amount_min, amount_max, currency: currency ?? 'SAR' }}
      onApply={change}
      onClear={() => change({ amount_min: undefined, amount_max: undefined, currency: undefined })}
    >
      {(draft, set) => (
        <>
          <TextInput
            label={t.currency}
            description={t.currencyHint}
            dir="ltr"
            maxLength={3}
            value={draft.currency}
            onChange={(e) => set({ currency: e.currentTarget.value })}
          />
          <TextInput
            {...number}
            label={t.least}
            value={draft.amount_min ?? ''}
            onChange={(e) => set({ amount_min: e.currentTarget.value })}
          />
          <TextInput
            {...number}
            label={t.most}
            value={draft.amount_max ?? ''}
            onChange={(e) => set({ amount_max: e.currentTarget.value })}
          />
        </>
      )}
    </FilterPill>
  );
}
