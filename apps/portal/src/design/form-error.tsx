import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './form-error.module.css';

/** Why a form was refused, above its fields. Screen readers announce it. */
export function FormError({ text }: { text: string }): ReactNode {
  return (
    <div role="alert" className={text === '' ? undefined : styles.error}>
      {text !== '' && (
        <>
          <CircleAlert size={16} aria-hidden />
          <span dir="auto">{text}</span>
        </>
      )}
    </div>
  );
}
