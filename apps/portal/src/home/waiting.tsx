import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../design/empty-state.tsx';
import { Panel } from '../design/panel.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { useTexts } from '../language/language.tsx';
import { HOME } from './home.texts.ts';
import styles from './home.module.css';
import { useWaitingCounts, WAITING } from './waiting-counts.ts';
import type { WaitingKind } from './waiting-counts.ts';

/** Where a person finds what waits, as far as it has a screen. */
const SCREENS: Partial<Record<WaitingKind, string>> = { endpoints: '/webhooks' };

/** What stands still until a person decides. Each service counts its own. */
export function Waiting(): ReactNode {
  const t = useTexts(HOME);
  const { counts, isLoading } = useWaitingCounts();
  const open = WAITING.filter((kind) => counts[kind] > 0);
  return (
    <Panel title={t.waiting} flush>
      {isLoading && <Skeleton height={120} m="md" radius="md" width="auto" />}
      {!isLoading && open.length === 0 && (
        <EmptyState icon={CircleCheck} title={t.nothingWaits} text={t.nothingWaitsText} />
      )}
      <ul className={styles.list}>
        {open.map((kind) => (
          <li key={kind} className={styles.item}>
            {SCREENS[kind] === undefined ? (
              t.count[kind](counts[kind])
            ) : (
              <Link to={SCREENS[kind]} className={styles.link}>
                {t.count[kind](counts[kind])}
              </Link>
            )}
            <StatusBadge tone="warning">{t.open}</StatusBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
