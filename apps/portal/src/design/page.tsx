import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Replaces the title on the page, as an amount does. */
  heading?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The head and body of a screen. The title is also that of the browser's tab. */
export function Page({ title, heading, text, actions, back, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Qafila`;
  }, [title]);
  return (
    <div className={styles.page}>
      {back && (
        <Link to={back.to} className={styles.back}>
          <ChevronLeft size={16} className="qf-flip" aria-hidden />
          {back.label}
        </Link>
      )}
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{heading ?? title}</h1>
          {text && <div className={styles.text}>{text}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
