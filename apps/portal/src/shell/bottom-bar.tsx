import { UnstyledButton } from '@mantine/core';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import styles from './bottom-bar.module.css';
import { BAR_PLACES } from './navigation.ts';
import { PlaceLinks } from './place-links.tsx';
import { SHELL } from './shell.texts.ts';

/** The navigation of phones, under the thumb. */
export function BottomBar({ onMenu }: { onMenu(): void }): ReactNode {
  const t = useTexts(SHELL);
  return (
    <nav className={styles.bar} aria-label={t.navigation}>
      <PlaceLinks className={styles.item} iconSize={20} placesMax={BAR_PLACES} />
      <UnstyledButton className={styles.item} onClick={onMenu}>
        <Menu size={20} strokeWidth={1.75} aria-hidden />
        {t.more}
      </UnstyledButton>
    </nav>
  );
}
