import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import styles from './bottom-bar.module.css';
import { BAR_PLACES, PLACES } from './navigation.ts';
import { SHELL } from './shell.texts.ts';

/** The navigation of phones, under the thumb. */
export function BottomBar({ onMenu }: { onMenu(): void }): ReactNode {
  const t = useTexts(SHELL);
  const { scopes } = useSession();
  const places = PLACES.filter(({ scope }) => scope === undefined || scopes.includes(scope)).slice(0, BAR_PLACES);
  return (
    <nav className={styles.bar} aria-label={t.navigation}>
      {places.map(({ name, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          className={styles.item}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          {t[name]}
        </Link>
      ))}
      <UnstyledButton className={styles.item} onClick={onMenu}>
        <Menu size={20} strokeWidth={1.75} aria-hidden />
        {t.more}
      </UnstyledButton>
    </nav>
  );
}
