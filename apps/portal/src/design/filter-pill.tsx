import { Button, CloseButton, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import styles from './filter-pill.module.css';

interface FilterPillProps<Draft> {
  label: string;
  /** What is filtered by, in words; undefined when the filter is off. */
  value: string | undefined;
  draft: Draft;
  onApply(draft: Draft): void;
  onClear(): void;
  /** The fields, which change the draft. */
  children(draft: Draft, change: (part: Partial<Draft>) => void): ReactNode;
}

/** One filter of a list: says whether it is on, and opens its fields. */
export function FilterPill<Draft extends object>(props: FilterPillProps<Draft>): ReactNode {
  const { label, value, onClear } = props;
  const t = useTexts(DESIGN);
  const [isOpen, open] = useDisclosure(false);
  return (
    <span className={styles.pill} data-on={value !== undefined || undefined}>
      <Popover opened={isOpen} onChange={open.toggle} trapFocus returnFocus shadow="md" position="bottom-start">
        <Popover.Target>
          <button type="button" className={styles.button} onClick={open.toggle} aria-expanded={isOpen}>
            {value === undefined && <Plus size={14} aria-hidden />}
            <span>{label}</span>
            {value !== undefined && <bdi className={styles.value}>{value}</bdi>}
          </button>
        </Popover.Target>
        <Popover.Dropdown>{isOpen && <FilterForm {...props} onDone={open.close} />}</Popover.Dropdown>
      </Popover>
      {value !== undefined && (
        <CloseButton size="xs" aria-label={`${t.clear}: ${label}`} onClick={onClear} className={styles.clear} />
      )}
    </span>
  );
}

function FilterForm<Draft extends object>({
  draft: start,
  onApply,
  onDone,
  children,
}: FilterPillProps<Draft> & { onDone(): void }): ReactNode {
  const t = useTexts(DESIGN);
  const [draft, setDraft] = useState(start);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(draft);
    onDone();
  };
  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <Stack gap="sm">
        {children(draft, (part) => setDraft((before) => ({ ...before, ...part })))}
        <Button type="submit" size="xs" fullWidth>
          {t.apply}
        </Button>
      </Stack>
    </form>
  );
}
