import type { ReactNode } from 'react';
import styles from './code-block.module.css';

/** A body as it was sent, in the direction of code. The keyboard scrolls it. */
export function CodeBlock({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <pre className={styles.block} dir="ltr" tabIndex={0} role="group" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}
