import { Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { onSession } from '../api/client.ts';
import { DESIGN } from '../design/design.texts.ts';
import { useTexts } from '../language/language.tsx';
import { SESSION_TEXTS } from './session.texts.ts';

const ConfirmForm = lazy(() => import('./confirm-form.tsx').then((all) => ({ default: all.ConfirmForm })));

/**
 * Asks for the password when a service wants it confirmed that the person is still there. The refused call waits and is
 * sent again.
 */
export function ConfirmDialog({ onEnded }: { onEnded(): void }): ReactNode {
  const t = useTexts(SESSION_TEXTS);
  const { close } = useTexts(DESIGN);
  const [waiting, setWaiting] = useState<((confirmed: boolean) => void)[]>([]);
  useEffect(
    () =>
      onSession({
        confirm: () => new Promise((resolve) => setWaiting((others) => [...others, resolve])),
        ended: onEnded,
      }),
    [onEnded],
  );
  const settle = (confirmed: boolean): void => {
    for (const resolve of waiting) resolve(confirmed);
    setWaiting([]);
  };
  return (
    <Modal
      opened={waiting.length > 0}
      onClose={() => settle(false)}
      title={t.confirmTitle}
      zIndex={400}
      closeButtonProps={{ 'aria-label': close }}
      centered
    >
      <Suspense>
        <ConfirmForm onDone={settle} />
      </Suspense>
    </Modal>
  );
}
