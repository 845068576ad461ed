import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { useFailureText } from '../design/failure.tsx';
import { FormError } from '../design/form-error.tsx';
import { lazily } from '../design/lazily.tsx';
import { Panel } from '../design/panel.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import type { Secrets } from './secret-dialogs.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import styles from './webhooks.module.css';
import { WEBHOOKS } from './webhooks.texts.ts';

const dialogs = () => import('./secret-dialogs.tsx');
const ShowSecret = lazily(dialogs, 'ShowSecret');
const RotateSecret = lazily(dialogs, 'RotateSecret');

/** The secret is read only when a person wants to see it: the service may want their password first. */
export function EndpointSecret({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const mayWrite = useMay('webhooks:write');
  const [shown, setShown] = useState<Secrets | null>(null);
  const [isRotating, setIsRotating] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const failure = useFailureText(error);
  const show = (): void => {
    setError(null);
    call('getWebhookSecret', { path: { id: endpoint.id } }).then(setShown, setError);
  };
  if (!mayWrite) return null;
  return (
    <Panel title={t.secret} text={t.secretText}>
      <FormError text={failure} />
      <div className={styles.buttons}>
        <Button size="xs" variant="default" onClick={show}>
          {t.show}
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsRotating(true)} aria-label={t.rotateTitle}>
          {t.rotate}
        </Button>
      </div>
      {shown && <ShowSecret secrets={shown} onClose={() => setShown(null)} />}
      {isRotating && <RotateSecret endpoint={endpoint} onClose={() => setIsRotating(false)} />}
    </Panel>
  );
}
