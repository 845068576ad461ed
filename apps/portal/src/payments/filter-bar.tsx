import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DESIGN } from '../design/design.texts.ts';
import { FilterPill } from '../design/filter-pill.tsx';
import { Toolbar } from '../design/toolbar.tsx';
import { dayText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
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
  return (
    <Toolbar
      search={{ label: t.searchLabel, value: filters.search, onSearch: (search) => pill.change({ search }) }}
      hasFilters={hasFilters(filters)}
      onClear={() => go({})}
    >
      <DatePill {...pill} />
      <AmountPill {...pill} />
      <ChoicePill {...pill} name="status" label={t.status} choices={STATUSES} texts={t.statuses} />
      <ChoicePill {...pill} name="method" label={t.method} choices={METHODS} texts={t.methods} />
      <TextPill {...pill} name="order_reference" label={t.order} />
      <TextPill {...pill} name="gateway" label={t.gateway} />
    </Toolbar>
  );
}

function DatePill({ filters: { from, to }, change }: PillProps): ReactNode {
  const t = useTexts(PAYMENTS);
  const d = useTexts(DESIGN);
  const { language } = useLanguage();
  const shown = (day: string | undefined): string =>
    day && !Number.isNaN(Date.parse(day)) ? dayText(day, language) : '…';
  return (
    <FilterPill
      label={t.date}
      value={from || to ? `${shown(from)} – ${shown(to)}` : undefined}
      draft={{ from, to }}
      onApply={change}
      onClear={() => change({ from: undefined, to: undefined })}
    >
      {(draft, set) => (
        <>
          <TextInput
            type="date"
            label={d.from}
            value={draft.from ?? ''}
            onChange={(e) => set({ from: e.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={d.to}
            value={draft.to ?? ''}
            onChange={(e) => set({ to: e.currentTarget.value })}
          />
        </>
      )}
    </FilterPill>
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

interface ChoicePillProps extends PillProps {
  name: 'status' | 'method';
  label: string;
  choices: readonly string[];
  texts: Readonly<Record<string, string>>;
}

function ChoicePill({ filters, change, name, label, choices, texts }: ChoicePillProps): ReactNode {
  const d = useTexts(DESIGN);
  const value = filters[name];
  return (
    <FilterPill
      label={label}
      value={value && (texts[value] ?? value)}
      draft={{ value }}
      onApply={(draft) => change({ [name]: draft.value })}
      onClear={() => change({ [name]: undefined })}
    >
      {(draft, set) => (
        <NativeSelect
          label={label}
          data={[
            { value: '', label: d.any },
            ...choices.map((choice) => ({ value: choice, label: texts[choice] ?? choice })),
          ]}
          value={draft.value ?? ''}
          onChange={(event) => set({ value: event.currentTarget.value || undefined })}
        />
      )}
    </FilterPill>
  );
}

function TextPill({
  filters,
  change,
  name,
  label,
}: PillProps & { name: 'order_reference' | 'gateway'; label: string }) {
  const value = filters[name];
  return (
    <FilterPill
      label={label}
      value={value}
      draft={{ value }}
      onApply={(draft) => change({ [name]: draft.value?.trim() || undefined })}
      onClear={() => change({ [name]: undefined })}
    >
      {(draft, set) => (
        <TextInput
          label={label}
          dir="auto"
          value={draft.value ?? ''}
          onChange={(e) => set({ value: e.currentTarget.value })}
        />
      )}
    </FilterPill>
  );
}
