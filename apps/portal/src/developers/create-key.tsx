import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { ShownOnce } from '../design/shown-once.tsx';
import { useTexts } from '../language/language.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { KEY_SCOPES } from './scopes.ts';

type KeyScope = (typeof KEY_SCOPES)[number];

export function CreateKey({ onClose }: { onClose(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const [scopes, setScopes] = useState<KeyScope[]>([...KEY_SCOPES]);
  const create = useChange('createApiKey');
  if (create.data)
    return (
      <ShownOnce
        title={t.keyMade}
        text={t.keyMadeText}
        secrets={[['x-api-key', create.data.api_key]]}
        done={t.done}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog
      title={t.createKeyTitle}
      act={t.createKey}
      canAct={scopes.length > 0}
      isActing={create.isPending}
      error={create.error}
      onAct={() => create.mutate({ body: { scopes } })}
      onClose={onClose}
    >
      <ScopeChoice choices={KEY_SCOPES} chosen={scopes} onChange={setScopes} />
    </ActionDialog>
  );
}
