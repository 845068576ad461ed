import { Button } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { Time } from '../design/time.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { CreateKey } from './create-key.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import { RevokeKey } from './revoke-key.tsx';
import { ScopeList } from './scope-list.tsx';
import { KEY_SCOPES } from './scopes.ts';
import { Section } from './section.tsx';

export type ApiKey = AnswerOf<'listApiKeys'>['items'][number];

export function ApiKeys(): ReactNode {
  const t = useTexts(DEVELOPERS);
  const mayWrite = useMay('keys:write');
  const { data, error, refetch } = useAnswer('listApiKeys', {});
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const create = mayWrite && (
    <Button leftSection={<Plus size={16} />} onClick={() => setIsCreating(true)}>
      {t.createKey}
    </Button>
  );
  return (
    <Section text={t.keysText} action={create}>
      <DataTable
        label={t.tabs.keys}
        rows={{ items: data?.items, error, retry: () => void refetch() }}
        columns={useColumns(mayWrite, setRevoking)}
        idOf={({ key_id }) => key_id}
        card={(key) => ({
          title: <Prefix apiKey={key} />,
          aside: <KeyStatus apiKey={key} />,
          text: key.last_used_at ? <Time at={key.last_used_at} ago /> : t.never,
          badge: mayWrite && !key.revoked_at && <RevokeButton onClick={() => setRevoking(key)} />,
        })}
        empty={<EmptyState icon={KeyRound} title={t.noKeys} text={t.noKeysText} action={create} />}
      />
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function useColumns(mayWrite: boolean, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const t = useTexts(DEVELOPERS);
  return [
    { id: 'key', title: t.key, cell: (key) => <Prefix apiKey={key} /> },
    { id: 'status', title: t.status, cell: (key) => <KeyStatus apiKey={key} /> },
    { id: 'scopes', title: t.scopes, grow: true, cell: ({ scopes }) => <ScopeList scopes={scopes} all={KEY_SCOPES} /> },
    {
      id: 'used',
      title: t.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} ago /> : t.never),
    },
    { id: 'created', title: t.created, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: 'revoke',
      title: t.revoke,
      isTitleHidden: true,
      align: 'end',
      cell: (key) => mayWrite && !key.revoked_at && <RevokeButton onClick={() => onRevoke(key)} />,
    },
  ];
}

function Prefix({ apiKey }: { apiKey: ApiKey }): ReactNode {
  return (
    <bdi className="qf-code" dir="ltr">
      {apiKey.prefix}…
    </bdi>
  );
}

function KeyStatus({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const t = useTexts(DEVELOPERS);
  return apiKey.revoked_at ? (
    <StatusBadge tone="neutral">{t.revoked}</StatusBadge>
  ) : (
    <StatusBadge tone="success">{t.active}</StatusBadge>
  );
}

function RevokeButton({ onClick }: { onClick(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {t.revoke}
    </Button>
  );
}
