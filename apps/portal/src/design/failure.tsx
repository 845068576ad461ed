import { Alert, Button } from '@mantine/core';
import { ConnectionError, QafilaError } from '@qafila/sdk';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { Copyable } from './copyable.tsx';
import { DESIGN } from './design.texts.ts';
import styles from './failure.module.css';

/** What went wrong, in the API's own words, and the request to ask support about. */
export function Failure({ error, title, retry }: { error: Error; title?: string; retry?: () => void }): ReactNode {
  const t = useTexts(DESIGN);
  const requestId = error instanceof QafilaError ? error.requestId : undefined;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<CircleAlert size={18} />}
      title={title ?? t.failed}
      role="alert"
      className={styles.failure}
    >
      <p className={styles.message} dir="auto">
        {useFailureText(error)}
      </p>
      {requestId && (
        <p className={styles.request}>
          {t.requestId}: <Copyable text={requestId} label={t.requestId} />
        </p>
      )}
      {retry && (
        <Button size="xs" variant="default" mt="xs" onClick={retry}>
          {t.retry}
        </Button>
      )}
    </Alert>
  );
}

/** The message of the API; for a lost connection one in the viewer's language. */
export function useFailureText(error: Error | null): string {
  const t = useTexts(DESIGN);
  if (error === null) return '';
  if (error instanceof ConnectionError) return t.offline;
  if (error instanceof QafilaError) return error.userMessage ?? error.message;
  return error.message;
}
