import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { useTexts } from '../language/language.tsx';
import { bodyOf, EndpointFields, isComplete } from './endpoint-fields.tsx';
import type { EndpointDraft } from './endpoint-fields.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export function CreateEndpoint({ onClose }: { onClose(): void }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const navigate = useNavigate();
  const [draft, setDraft] = useState<EndpointDraft>({ url: '', description: '', event_types: ['*'] });
  const create = useChange('createWebhookEndpoint');
  const act = async (): Promise<void> => {
    const { id } = await create.mutateAsync({ body: bodyOf(draft) });
    onClose();
    toast(t.created);
    await navigate({ to: '/webhooks/$id', params: { id } });
  };
  return (
    <ActionDialog
      title={t.createTitle}
      act={t.create}
      canAct={isComplete(draft)}
      isActing={create.isPending}
      error={create.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    >
      <EndpointFields draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
