import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { periodOf } from '../api/period.ts';
import { useAnswer, useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { DESIGN } from '../design/design.texts.ts';
import { toast } from '../design/toast.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import type { EndpointDialogProps } from './endpoint-dialogs.tsx';
import { REPLAYS } from './replays.texts.ts';
import styles from './webhooks.module.css';

const SELECTIONS = ['all', 'failed', 'missing'] as const;
const RATE_DEFAULT = 100;
const RATE_MAX = 5_000;

interface ReplayDraft {
  from: string;
  to: string;
  status: (typeof SELECTIONS)[number];
  rate: string;
}

/** Counts what the choice would send before it is sent. */
export function CreateReplay({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(REPLAYS);
  const [draft, setDraft] = useState<ReplayDraft>({ from: '', to: '', status: 'all', rate: String(RATE_DEFAULT) });
  const rate = readRate(draft.rate);
  const { from = '', to = '' } = periodOf(draft);
  const hasDays = from !== '' && to !== '';
  const body = { from, to, status: draft.status };
  const counted = useAnswer(
    'createWebhookReplay',
    { path: { id }, body: { ...body, dry_run: true } },
    { enabled: hasDays },
  );
  const create = useChange('createWebhookReplay');
  const count = counted.data && 'count' in counted.data ? counted.data : undefined;
  const lines = useLines(hasDays, count, rate);
  const act = async (): Promise<void> => {
    await create.mutateAsync({ path: { id }, body: { ...body, rate_per_second: rate } });
    onClose();
    toast(t.started);
  };
  return (
    <ActionDialog
      title={t.createTitle}
      act={t.create}
      effect={{ title: t.effect, lines }}
      canAct={(count?.count ?? 0) > 0 && rate !== undefined}
      isActing={create.isPending}
      error={create.error ?? counted.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    >
      <ReplayFields draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}

interface ReplayFieldsProps {
  draft: ReplayDraft;
  onChange(draft: ReplayDraft): void;
}

function ReplayFields({ draft, onChange }: ReplayFieldsProps): ReactNode {
  const t = useTexts(REPLAYS);
  const d = useTexts(DESIGN);
  return (
    <>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={d[name]}
            required
            value={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <NativeSelect
        label={t.selection}
        data={SELECTIONS.map((value) => ({ value, label: t.selections[value] }))}
        value={draft.status}
        onChange={(event) => onChange({ ...draft, status: event.currentTarget.value as ReplayDraft['status'] })}
      />
      <TextInput
        label={t.rate}
        inputMode="numeric"
        dir="ltr"
        value={draft.rate}
        error={readRate(draft.rate) === undefined && t.rateRange(String(RATE_MAX))}
        onChange={(event) => onChange({ ...draft, rate: event.currentTarget.value })}
      />
    </>
  );
}

function useLines(hasDays: boolean, preview: { count: number; exact: boolean } | undefined, rate = 0): string[] {
  const t = useTexts(REPLAYS);
  const { language } = useLanguage();
  if (!hasDays) return [t.needDays];
  if (preview === undefined) return [t.counting];
  const count = numberText(preview.count, language);
  const minutes = Math.ceil(preview.count / rate / 60);
  return [
    preview.exact ? t.count(count) : t.countAtLeast(count),
    ...(Number.isFinite(minutes) && minutes > 1 ? [t.duration(numberText(minutes, language))] : []),
    t.sameId,
  ];
}

function readRate(text: string): number | undefined {
  const rate = Number(text);
  return Number.isInteger(rate) && rate >= 1 && rate <= RATE_MAX ? rate : undefined;
}
