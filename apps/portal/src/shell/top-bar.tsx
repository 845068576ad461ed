import { Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { FlaskConical, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../design/logo.tsx';
import { useIsPhone } from '../design/use-phone.ts';
import { useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { PersonMenu } from './person-menu.tsx';
import { SHELL } from './shell.texts.ts';
import styles from './top-bar.module.css';

const isMac = navigator.userAgent.includes('Mac');

export function TopBar(): ReactNode {
  const t = useTexts(SHELL);
  const isPhone = useIsPhone();
  const { mode } = useSession();
  return (
    <header className={styles.bar}>
      {isPhone && <Logo name={false} />}
      <UnstyledButton className={styles.search} onClick={spotlight.open}>
        <Search size={16} aria-hidden />
        <span className={styles.hint}>{t.search}</span>
        {!isPhone && <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
      </UnstyledButton>
      <span className={styles.space} />
      {mode === 'stage' && (
        <Tooltip label={t.testModeText} multiline w={260}>
          <span className={styles.mode} tabIndex={0}>
            <FlaskConical size={14} aria-hidden />
            {t.testMode}
          </span>
        </Tooltip>
      )}
      <PersonMenu />
    </header>
  );
}
