import type { ReactNode } from 'react';
import styles from './section.module.css';

/** One tab: what it is for, what can be added, and its list. */
export function Section({ text, action, children }: { text: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <p className={styles.text}>{text}</p>
        {action}
      </div>
      {children}
    </section>
  );
}
