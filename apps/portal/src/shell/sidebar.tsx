import { BookOpen, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { PlaceLinks } from './place-links.tsx';
import { SHELL } from './shell.texts.ts';
import styles from './sidebar.module.css';
import { StoreSwitcher } from './store-switcher.tsx';

export function Sidebar({ onNavigate }: { onNavigate?(): void }): ReactNode {
  const t = useTexts(SHELL);
  return (
    <div className={styles.sidebar}>
      <StoreSwitcher />
      <nav aria-label={t.navigation} className={styles.nav}>
        <PlaceLinks className={styles.item} iconSize={18} onNavigate={onNavigate} />
      </nav>
      <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
        <BookOpen size={18} strokeWidth={1.75} aria-hidden />
        {t.reference}
        <ExternalLink size={14} className={`${styles.outside} qf-flip`} aria-hidden />
      </a>
    </div>
  );
}
