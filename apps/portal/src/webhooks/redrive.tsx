import type { ReactNode } from 'react';
import { useAnswer, useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DELIVERIES } from './deliveries.texts.ts';
import type { EndpointDialogProps } from './endpoint-dialogs.tsx';

/** Counts first, so that the person sees how much is sent. */
export function Redrive({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  const counted = useAnswer('redriveWebhookDeadLetters', { path: { id }, body: { dry_run: true } });
  const redrive = useChange('redriveWebhookDeadLetters');
  const act = async (): Promise<void> => {
    const { count } = await redrive.mutateAsync({ path: { id }, body: {} });
    onClose();
    toast(t.redriven(numberText(count, language)));
  };
  return (
    <ActionDialog
      title={t.redriveTitle}
      act={t.redrive}
      effect={{ title: t.redrive, lines: linesOf(counted.data) }}
      canAct={(counted.data?.count ?? 0) > 0}
      isActing={redrive.isPending}
      error={redrive.error ?? counted.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );

  function linesOf(preview: { count: number; more: boolean } | undefined): string[] {
    if (preview === undefined) return [t.counting];
    if (preview.count === 0) return [t.redriveNone];
    return [t.redriveEffect(numberText(preview.count, language)), ...(preview.more ? [t.redriveMore] : [])];
  }
}
