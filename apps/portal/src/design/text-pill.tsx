import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterPill } from './filter-pill.tsx';

export interface FieldPillProps {
  label: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

/** Filters by a text that is typed. */
export function TextPill({ label, value, onChange }: FieldPillProps): ReactNode {
  return (
    <FilterPill
      label={label}
      value={value}
      draft={{ value }}
      onApply={(draft) => onChange(draft.value?.trim() || undefined)}
      onClear={() => onChange(undefined)}
    >
      {(draft, set) => (
        <TextInput
          label={label}
          dir="auto"
          value={draft.value ?? ''}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
    </FilterPill>
  );
}
