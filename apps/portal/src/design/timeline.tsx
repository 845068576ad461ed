import type { ReactNode } from 'react';
import { Time } from './time.tsx';
import styles from './timeline.module.css';
import type { Tone } from './tokens.ts';

export interface TimelineEntry {
  id: string;
  at: string;
  tone: Tone;
  title: ReactNode;
  text?: ReactNode;
}

/** What happened, the latest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }): ReactNode {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, at, tone, title, text }) => (
        <li key={id} className={styles.entry} data-tone={tone}>
          <div className={styles.head}>
            <span className={styles.title}>{title}</span>
            <span className={styles.at}>
              <Time at={at} />
            </span>
          </div>
          {text && <div className={styles.text}>{text}</div>}
        </li>
      ))}
    </ol>
  );
}
