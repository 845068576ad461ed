import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Copyable } from '../design/copyable.tsx';
import { Panel } from '../design/panel.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { Time } from '../design/time.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { DEVELOPERS } from './developers.texts.ts';
import listStyles from './list.module.css';
import { AddSecret, RevokeAccount, RevokeSecret } from './service-account-dialogs.tsx';
import type { ServiceAccount } from './service-accounts.tsx';

type Secret = ServiceAccount['secrets'][number];
type Act = { kind: 'add' } | { kind: 'revoke-account' } | { kind: 'revoke-secret'; secret: Secret };

/** One service account with its secrets: a new one is added before the old one goes. */
export function ServiceAccountPanel({ account }: { account: ServiceAccount }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const canChange = useMay('keys:write') && account.revoked_at === null;
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  return (
    <Panel
      title={account.name}
      text={<Copyable text={account.client_id} label={t.clientId} />}
      flush
      actions={
        canChange ? (
          <span className={listStyles.buttons}>
            <Button size="xs" variant="default" onClick={() => setAct({ kind: 'add' })}>
              {t.addSecret}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAct({ kind: 'revoke-account' })}>
              {t.revoke}
            </Button>
          </span>
        ) : (
          account.revoked_at !== null && <StatusBadge tone="neutral">{t.revoked}</StatusBadge>
        )
      }
    >
      <ul className={listStyles.list}>
        {account.secrets.map((secret) => (
          <SecretRow
            key={secret.secret_id}
            secret={secret}
            onRevoke={canChange ? () => setAct({ kind: 'revoke-secret', secret }) : undefined}
          />
        ))}
      </ul>
      {act?.kind === 'add' && <AddSecret account={account} onClose={close} />}
      {act?.kind === 'revoke-account' && <RevokeAccount account={account} onClose={close} />}
      {act?.kind === 'revoke-secret' && <RevokeSecret account={account} secret={act.secret} onClose={close} />}
    </Panel>
  );
}

function SecretRow({ secret, onRevoke }: { secret: Secret; onRevoke?(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const isLive = secret.revoked_at === null;
  return (
    <li className={listStyles.item}>
      <bdi className="qf-code" dir="ltr">
        {secret.prefix}…
      </bdi>
      <StatusBadge tone={isLive ? 'success' : 'neutral'}>{isLive ? t.active : t.revoked}</StatusBadge>
      <span className={listStyles.aside}>
        {t.lastUsed}: {secret.last_used_at ? <Time at={secret.last_used_at} ago /> : t.never}
      </span>
      {isLive && onRevoke && (
        <Button size="compact-sm" variant="default" onClick={onRevoke} aria-label={t.revokeSecretTitle(secret.prefix)}>
          {t.revoke}
        </Button>
      )}
    </li>
  );
}
