import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** A screen of one thing: what happened to it, and beside it what it is. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }): ReactNode {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{side}</div>
    </div>
  );
}
