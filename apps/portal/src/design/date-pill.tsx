import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Days } from '../api/period.ts';
import { dayText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import { FilterPill } from './filter-pill.tsx';

interface DatePillProps {
  label: string;
  value: Days;
  onChange(days: Days): void;
}

/** Filters by the viewer's days; both are optional. */
export function DatePill({ label, value: { from, to }, onChange }: DatePillProps): ReactNode {
  const t = useTexts(DESIGN);
  const { language } = useLanguage();
  const shown = (day: string | undefined): string =>
    day && !Number.isNaN(Date.parse(day)) ? dayText(day, language) : '…';
  return (
    <FilterPill
      label={label}
      value={from || to ? `${shown(from)} – ${shown(to)}` : undefined}
      draft={{ from, to }}
      onApply={onChange}
      onClear={() => onChange({ from: undefined, to: undefined })}
    >
      {(draft, set) => (
        <>
          <TextInput
            type="date"
            label={t.from}
            value={draft.from ?? ''}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.to}
            value={draft.to ?? ''}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </>
      )}
    </FilterPill>
  );
}
