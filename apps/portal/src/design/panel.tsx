import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Without space around the content, for tables. */
  flush?: boolean;
  children: ReactNode;
}

/** A titled section of a screen. */
export function Panel({ title, text, actions, flush = false, children }: PanelProps): ReactNode {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {text && <div className={styles.text}>{text}</div>}
        </div>
        {actions}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
