import { Checkbox } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { ShownOnce } from '../design/shown-once.tsx';
import { useTexts } from '../language/language.tsx';
import type { EndpointDialogProps } from './endpoint-dialogs.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export type Secrets = AnswerOf<'getWebhookSecret'>;

export function ShowSecret({ secrets, onClose }: { secrets: Secrets; onClose(): void }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { secret, previous, public_key } = secrets;
  return (
    <ShownOnce
      title={t.secretTitle}
      text={t.secretShown}
      secrets={[
        [t.secret, secret],
        ...previous.map((each) => [t.previous, each.secret] as const),
        ...(public_key === null ? [] : [[t.publicKey, public_key] as const]),
      ]}
      done={t.done}
      onClose={onClose}
    />
  );
}

export function RotateSecret({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const [hasLeaked, setHasLeaked] = useState(false);
  const rotate = useChange('rotateWebhookSecret');
  if (rotate.data) return <ShowSecret secrets={rotate.data} onClose={onClose} />;
  return (
    <ActionDialog
      title={t.rotateTitle}
      act={t.rotate}
      isDangerous={hasLeaked}
      effect={{ title: t.rotate, lines: [t.rotateEffect, hasLeaked ? t.leakedHint : t.rotateOverlap] }}
      isActing={rotate.isPending}
      error={rotate.error}
      onAct={() => rotate.mutate({ path: { id }, body: { end_previous: hasLeaked } })}
      onClose={onClose}
    >
      <Checkbox label={t.leaked} checked={hasLeaked} onChange={(event) => setHasLeaked(event.currentTarget.checked)} />
    </ActionDialog>
  );
}
