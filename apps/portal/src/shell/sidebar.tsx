import { Link } from '@tanstack/react-router';
import { BookOpen, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { PLACES } from './navigation.ts';
import { SHELL } from './shell.texts.ts';
import styles from './sidebar.module.css';
import { StoreSwitcher } from './store-switcher.tsx';

export function Sidebar({ onNavigate }: { onNavigate?(): void }): ReactNode {
  const t = useTexts(SHELL);
  const { scopes } = useSession();
  const places = PLACES.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  return (
    <div className={styles.sidebar}>
      <StoreSwitcher />
      <nav aria-label={t.navigation} className={styles.nav}>
        {places.map(({ name, to, icon: Icon }) => (
          <Link
            key={name}
            to={to}
            className={styles.item}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            onClick={onNavigate}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            {t[name]}
          </Link>
        ))}
      </nav>
      <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
        <BookOpen size={18} strokeWidth={1.75} aria-hidden />
        {t.reference}
        <ExternalLink size={14} className={`${styles.outside} qf-flip`} aria-hidden />
      </a>
    </div>
  );
}
