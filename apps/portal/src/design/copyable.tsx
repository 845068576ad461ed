import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import styles from './copyable.module.css';

/** An id or another text of the API, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }): ReactNode {
  const t = useTexts(DESIGN);
  return (
    <span className={styles.copyable}>
      <bdi className="qf-code" dir="ltr">
        {text}
      </bdi>
      <CopyButton value={text} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t.copied : t.copy}>
            <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={`${t.copy}: ${label}`}>
              {copied ? <Check size={14} /> : <Copy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
