import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { PAYMENTS } from './payments.texts.ts';
import { paymentsRoute } from './routes.ts';
import styles from '../design/tabs.module.css';
import { VIEWS } from './statuses.ts';

/** The statuses that are looked at most, as views beside each other. The other filters stay. */
export function StatusViews(): ReactNode {
  const t = useTexts(PAYMENTS);
  const filters = paymentsRoute.useSearch();
  return (
    <nav className={styles.tabs} aria-label={t.views}>
      {VIEWS.map((status) => (
        <Link
          key={status ?? 'all'}
          to="/payments"
          search={{ ...filters, status }}
          className={styles.tab}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {status === undefined ? t.all : t.statuses[status]}
        </Link>
      ))}
    </nav>
  );
}
