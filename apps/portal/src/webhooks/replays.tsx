import { Button } from '@mantine/core';
import type { ItemOf } from '@qafila/sdk';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange, useList } from '../api/queries.ts';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { Time } from '../design/time.tsx';
import { toast } from '../design/toast.tsx';
import type { Tone } from '../design/tokens.ts';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { CreateReplay } from './create-replay.tsx';
import { REPLAYS } from './replays.texts.ts';
import type { Endpoint } from './webhook-badges.tsx';
import styles from './webhooks.module.css';
import { WEBHOOKS } from './webhooks.texts.ts';

type Replay = ItemOf<'listWebhookReplays'>;

const TONES: Record<Replay['status'], Tone> = { running: 'info', completed: 'success', cancelled: 'neutral' };
const PROGRESS_MS = 2_000;

/** Periods that are sent again. */
export function Replays({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(REPLAYS);
  const { tabs } = useTexts(WEBHOOKS);
  const mayWrite = useMay('webhooks:write');
  const [isCreating, setIsCreating] = useState(false);
  const path = { id: endpoint.id };
  const rows = useList(
    'listWebhookReplays',
    { path },
    {
      refetchMs: (items) => (items.some(({ status }) => status === 'running') ? PROGRESS_MS : false),
    },
  );
  const create = mayWrite && (
    <Button variant="default" onClick={() => setIsCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <section className={styles.tab}>
      {rows.items !== undefined && rows.items.length > 0 && <div className={styles.actions}>{create}</div>}
      <DataTable
        label={tabs.replays}
        rows={rows}
        columns={useColumns(endpoint)}
        idOf={({ id }) => id}
        card={(replay) => ({
          title: <Period replay={replay} />,
          aside: <Status replay={replay} />,
          text: <Progress replay={replay} />,
          badge: <Cancel endpoint={endpoint} replay={replay} />,
        })}
        empty={<EmptyState icon={History} title={t.empty} text={t.emptyText} action={create} />}
      />
      {isCreating && <CreateReplay endpoint={endpoint} onClose={() => setIsCreating(false)} />}
    </section>
  );
}

function useColumns(endpoint: Endpoint): Column<Replay>[] {
  const t = useTexts(REPLAYS);
  return [
    { id: 'period', title: t.period, grow: true, cell: (replay) => <Period replay={replay} /> },
    { id: 'which', title: t.selection, cell: ({ selection }) => t.selections[selection] },
    { id: 'status', title: t.status, cell: (replay) => <Status replay={replay} /> },
    { id: 'progress', title: t.progress, align: 'end', cell: (replay) => <Progress replay={replay} /> },
    {
      id: 'cancel',
      title: t.cancel,
      isTitleHidden: true,
      align: 'end',
      cell: (replay) => <Cancel endpoint={endpoint} replay={replay} />,
    },
  ];
}

function Period({ replay: { from, to } }: { replay: Replay }): ReactNode {
  return (
    <>
      <Time at={from} /> – <Time at={to} />
    </>
  );
}

function Status({ replay: { status } }: { replay: Replay }): ReactNode {
  const t = useTexts(REPLAYS);
  return <StatusBadge tone={TONES[status]}>{t.statuses[status]}</StatusBadge>;
}

function Progress({ replay: { resent, already_pending, matching, matching_exact } }: { replay: Replay }): ReactNode {
  const t = useTexts(REPLAYS);
  const { language } = useLanguage();
  const [done, all] = [resent + already_pending, matching].map((count) => numberText(count, language)) as [
    string,
    string,
  ];
  return matching_exact ? t.of(done, all) : t.ofAtLeast(done, all);
}

function Cancel({ endpoint, replay }: { endpoint: Endpoint; replay: Replay }): ReactNode {
  const t = useTexts(REPLAYS);
  const mayWrite = useMay('webhooks:write');
  const cancel = useChange('cancelWebhookReplay');
  if (!mayWrite || replay.status !== 'running') return null;
  const act = async (): Promise<void> => {
    await cancel.mutateAsync({ path: { id: endpoint.id, replay: replay.id } });
    toast(t.cancelled);
  };
  return (
    <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => void act().catch(() => {})}>
      {t.cancel}
    </Button>
  );
}
