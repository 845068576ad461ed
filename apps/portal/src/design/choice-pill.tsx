import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import { FilterPill } from './filter-pill.tsx';
import type { FieldPillProps } from './text-pill.tsx';

interface ChoicePillProps extends FieldPillProps {
  choices: readonly string[];
  texts: Readonly<Record<string, string>>;
}

/** Filters by one of a few values. */
export function ChoicePill({ label, value, choices, texts, onChange }: ChoicePillProps): ReactNode {
  const t = useTexts(DESIGN);
  const options = choices.map((choice) => ({ value: choice, label: texts[choice] ?? choice }));
  return (
    <FilterPill
      label={label}
      value={value && (texts[value] ?? value)}
      draft={{ value }}
      onApply={(draft) => onChange(draft.value)}
      onClear={() => onChange(undefined)}
    >
      {(draft, set) => (
        <NativeSelect
          label={label}
          data={[{ value: '', label: t.any }, ...options]}
          value={draft.value ?? ''}
          onChange={(event) => set({ value: event.currentTarget.value || undefined })}
        />
      )}
    </FilterPill>
  );
}
