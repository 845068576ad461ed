import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { useTexts } from '../language/language.tsx';
import { bodyOf, EndpointFields, isComplete } from './endpoint-fields.tsx';
import type { EndpointDraft } from './endpoint-fields.tsx';
import type { EndpointDialogProps } from './endpoint-dialogs.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export function EditEndpoint({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { id, url, description, event_types } = endpoint;
  const [draft, setDraft] = useState<EndpointDraft>({ url, description, event_types });
  const update = useChange('updateWebhookEndpoint');
  const act = async (): Promise<void> => {
    await update.mutateAsync({ path: { id }, body: bodyOf(draft) });
    onClose();
    toast(t.saved);
  };
  return (
    <ActionDialog
      title={t.editTitle}
      act={t.save}
      canAct={isComplete(draft)}
      isActing={update.isPending}
      error={update.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    >
      <EndpointFields draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
