import { Button, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import styles from './toolbar.module.css';

interface ToolbarProps {
  search?: { label: string; value: string | undefined; onSearch(text: string | undefined): void };
  hasFilters: boolean;
  onClear(): void;
  children: ReactNode;
}

/** What narrows a list: its search and its filters. */
export function Toolbar({ search, hasFilters, onClear, children }: ToolbarProps): ReactNode {
  const t = useTexts(DESIGN);
  return (
    <div className={styles.toolbar} role="search">
      {search && <SearchField key={search.value} {...search} />}
      <div className={styles.pills}>
        {children}
        {hasFilters && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {t.clearAll}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Searches when it is sent: a search of many rows is not worth one for each letter. */
function SearchField({ label, value, onSearch }: NonNullable<ToolbarProps['search']>): ReactNode {
  const [text, setText] = useState(value ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(text.trim() === '' ? undefined : text.trim());
  };
  return (
    <form onSubmit={submit} className={styles.search}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        dir="auto"
        leftSection={<Search size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
