import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { ShownOnce } from '../design/shown-once.tsx';
import { toast } from '../design/toast.tsx';
import { agoText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import type { ServiceAccount } from './service-accounts.tsx';

interface DialogProps {
  account: ServiceAccount;
  onClose(): void;
}

export function AddSecret({ account, onClose }: DialogProps): ReactNode {
  const t = useTexts(DEVELOPERS);
  const add = useChange('addServiceAccountSecret');
  if (add.data)
    return (
      <ShownOnce
        title={t.secretMade}
        text={t.accountMadeText}
        secrets={[[t.newSecret, add.data.client_secret]]}
        done={t.done}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog
      title={t.addSecretTitle}
      act={t.addSecret}
      effect={{ title: account.name, lines: [t.addSecretEffect] }}
      isActing={add.isPending}
      error={add.error}
      onAct={() => add.mutate({ path: { client_id: account.client_id } })}
      onClose={onClose}
    />
  );
}

export function RevokeAccount({ account, onClose }: DialogProps): ReactNode {
  const t = useTexts(DEVELOPERS);
  const revoke = useChange('revokeServiceAccount');
  const act = async (): Promise<void> => {
    await revoke.mutateAsync({ path: { client_id: account.client_id } });
    onClose();
    toast(t.accountRevoked);
  };
  return (
    <ActionDialog
      title={t.revokeAccountTitle(account.name)}
      act={t.revoke}
      isDangerous
      effect={{ title: account.name, lines: [t.revokeAccountEffect, t.revokeFinal] }}
      isActing={revoke.isPending}
      error={revoke.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}

export function RevokeSecret({
  account,
  secret,
  onClose,
}: DialogProps & { secret: ServiceAccount['secrets'][number] }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { language } = useLanguage();
  const revoke = useChange('revokeServiceAccountSecret');
  const used = secret.last_used_at ? t.lastUsedEffect(agoText(secret.last_used_at, language)) : t.neverUsedEffect;
  const act = async (): Promise<void> => {
    await revoke.mutateAsync({ path: { client_id: account.client_id, secret_id: secret.secret_id } });
    onClose();
    toast(t.secretRevoked);
  };
  return (
    <ActionDialog
      title={t.revokeSecretTitle(secret.prefix)}
      act={t.revoke}
      isDangerous
      effect={{ title: account.name, lines: [used, t.revokeEffect, t.revokeFinal] }}
      isActing={revoke.isPending}
      error={revoke.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}
