import type { ReactNode } from 'react';
import { amountDigits } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './amount.module.css';

interface AmountProps {
  value: number;
  currency: string;
  /** Shows + before what is not negative, as lines of the books need. */
  signed?: boolean;
  size?: 'normal' | 'large';
}

/** An amount with its currency. Its parts keep their order in Arabic too. */
export function Amount({ value, currency, signed = false, size = 'normal' }: AmountProps): ReactNode {
  const { language } = useLanguage();
  const sign = signed && value > 0 ? '+' : '';
  return (
    <bdi className={styles.amount} data-size={size} dir="ltr">
      <span className={styles.currency}>{currency}</span> {sign}
      {amountDigits(value, currency, language)}
    </bdi>
  );
}
