import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { ShownOnce } from '../design/shown-once.tsx';
import { useTexts } from '../language/language.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { CLIENT_SCOPES } from './scopes.ts';

type ClientScope = (typeof CLIENT_SCOPES)[number];

export function CreateServiceAccount({ onClose }: { onClose(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ClientScope[]>([...CLIENT_SCOPES]);
  const create = useChange('createServiceAccount');
  if (create.data)
    return (
      <ShownOnce
        title={t.secretMade}
        text={t.accountMadeText}
        secrets={[
          [t.clientId, create.data.client_id],
          [t.clientSecret, create.data.client_secret],
          [t.companyCode, create.data.company_code],
        ]}
        done={t.done}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog
      title={t.createAccountTitle}
      act={t.createAccount}
      canAct={name.trim() !== '' && scopes.length > 0}
      isActing={create.isPending}
      error={create.error}
      onAct={() => create.mutate({ body: { name: name.trim(), scopes } })}
      onClose={onClose}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        dir="auto"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ScopeChoice choices={CLIENT_SCOPES} chosen={scopes} onChange={setScopes} />
    </ActionDialog>
  );
}
