import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { toast } from '../design/toast.tsx';
import { useTexts } from '../language/language.tsx';
import { useSession, useSwitch } from '../session/session.ts';
import { SHELL } from './shell.texts.ts';
import styles from './store-switcher.module.css';

/** The store that everything on the screen belongs to, and the person's other ones. */
export function StoreSwitcher(): ReactNode {
  const t = useTexts(SHELL);
  const { store, stores, account, accounts } = useSession();
  const switchTo = useSwitch();
  const go = (to: { account_id?: string; store_id?: string }, name: string): void =>
    void switchTo(to).then(() => toast(t.switched(name)));
  return (
    <Menu position="bottom-start" width={232} shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.switcher}>
          <VisuallyHidden>{t.switchStore}</VisuallyHidden>
          <Badge name={store.name} colour={store.colour} />
          <span className={styles.names}>
            <span className={styles.store} dir="auto">
              {store.name}
            </span>
            <span className={styles.account} dir="auto">
              {account.name}
            </span>
          </span>
          <ChevronsUpDown size={16} className={styles.arrow} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.switchStore}</Menu.Label>
        {stores.map(({ id, name, colour }) => (
          <Menu.Item
            key={id}
            leftSection={<Badge name={name} colour={colour} small />}
            rightSection={id === store.id ? <Check size={16} /> : null}
            onClick={() => go({ store_id: id }, name)}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        {accounts.length > 1 && <Menu.Label>{t.switchAccount}</Menu.Label>}
        {accounts.length > 1 &&
          accounts.map(({ id, name }) => (
            <Menu.Item
              key={id}
              rightSection={id === account.id ? <Check size={16} /> : null}
              onClick={() => go({ account_id: id }, name)}
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Badge({ name, colour, small }: { name: string; colour: string | null; small?: boolean }): ReactNode {
  const style = { '--store': colour ?? 'var(--mantine-color-brand-7)' } as CSSProperties;
  return (
    <span className={styles.badge} data-small={small} style={style} aria-hidden>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
