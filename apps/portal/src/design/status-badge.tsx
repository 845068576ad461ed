import type { ReactNode } from 'react';
import styles from './status-badge.module.css';
import type { Tone } from './tokens.ts';

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
