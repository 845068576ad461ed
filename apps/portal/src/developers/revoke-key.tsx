import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { agoText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import type { ApiKey } from './api-keys.tsx';
import { DEVELOPERS } from './developers.texts.ts';

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { language } = useLanguage();
  const revoke = useChange('revokeApiKey');
  const used = apiKey.last_used_at ? t.lastUsedEffect(agoText(apiKey.last_used_at, language)) : t.neverUsedEffect;
  const act = async (): Promise<void> => {
    await revoke.mutateAsync({ path: { key_id: apiKey.key_id } });
    onClose();
    toast(t.keyRevoked);
  };
  return (
    <ActionDialog
      title={t.revokeKeyTitle(apiKey.prefix)}
      act={t.revoke}
      isDangerous
      effect={{ title: t.revoke, lines: [used, t.revokeEffect, t.revokeFinal] }}
      isActing={revoke.isPending}
      error={revoke.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}
