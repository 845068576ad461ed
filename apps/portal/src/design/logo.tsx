import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.tsx';
import styles from './logo.module.css';

export function Logo({ name = true }: { name?: boolean }): ReactNode {
  const { language } = useLanguage();
  return (
    <span className={styles.logo}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="9" fill="#0e6b57" />
        <path
          d="M6 21c2.6-7.5 5.2-11 7.6-11 2.6 0 3.3 5.2 5.6 5.2 1.5 0 3-1.7 6.8-6.2"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <g fill="#f2c879">
          <circle cx="9" cy="24.5" r="1.6" />
          <circle cx="16" cy="24.5" r="1.6" />
          <circle cx="23" cy="24.5" r="1.6" />
        </g>
      </svg>
      {name && <span>{language === 'ar' ? 'قافلة' : 'Qafila'}</span>}
    </span>
  );
}
