import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer, useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { useTexts } from '../language/language.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export interface EndpointDialogProps {
  endpoint: Endpoint;
  onClose(): void;
}

export function PauseEndpoint({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const pause = useChange('pauseWebhookEndpoint');
  const act = async (): Promise<void> => {
    await pause.mutateAsync({ path: { id } });
    onClose();
    toast(t.paused);
  };
  return (
    <ActionDialog
      title={t.pauseTitle}
      act={t.pause}
      effect={{ title: t.pause, lines: [t.pauseEffect, t.pauseEnd] }}
      isActing={pause.isPending}
      error={pause.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}

export function ResumeEndpoint({ endpoint: { id, status }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const resume = useChange('resumeWebhookEndpoint');
  const act = async (): Promise<void> => {
    await resume.mutateAsync({ path: { id } });
    onClose();
    toast(t.resumed);
  };
  return (
    <ActionDialog
      title={t.resumeTitle}
      act={t.resume}
      effect={{ title: t.resume, lines: status === 'disabled' ? [t.resumeDead] : [t.resumeEffect] }}
      isActing={resume.isPending}
      error={resume.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}

export function DeleteEndpoint({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const navigate = useNavigate();
  const remove = useChange('deleteWebhookEndpoint');
  const act = async (): Promise<void> => {
    await remove.mutateAsync({ path: { id } });
    onClose();
    toast(t.removed);
    await navigate({ to: '/webhooks' });
  };
  return (
    <ActionDialog
      title={t.removeTitle}
      act={t.remove}
      isDangerous
      effect={{ title: t.remove, lines: [t.removeEffect, t.removeFinal] }}
      isActing={remove.isPending}
      error={remove.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}

export function TestEndpoint({ endpoint: { id }, onClose }: EndpointDialogProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { data } = useAnswer('listWebhookEventTypes', {});
  const [type, setType] = useState('');
  const send = useChange('testWebhookEndpoint');
  const act = async (): Promise<void> => {
    await send.mutateAsync({ path: { id }, body: type === '' ? {} : { event_type: type } });
    onClose();
    toast(t.tested);
  };
  return (
    <ActionDialog
      title={t.testTitle}
      act={t.test}
      effect={{ title: t.test, lines: [t.testEffect] }}
      isActing={send.isPending}
      error={send.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    >
      <NativeSelect
        label={t.testType}
        data={['', ...(data?.items.map(({ name }) => name) ?? [])]}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
