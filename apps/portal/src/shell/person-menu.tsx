import {
  Avatar,
  Menu,
  UnstyledButton,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { Languages, LogOut, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { SESSION_TEXTS } from '../session/session.texts.ts';
import styles from './person-menu.module.css';
import { SHELL } from './shell.texts.ts';
import { useSignOut } from './use-sign-out.ts';

export function PersonMenu(): ReactNode {
  const t = useTexts(SHELL);
  const { roles } = useTexts(SESSION_TEXTS);
  const { person, role } = useSession();
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <VisuallyHidden>{`${t.person}: ${person.name}`}</VisuallyHidden>
          <Avatar name={person.name} size={32} color="brand" variant="filled" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <div className={styles.name} dir="auto">
            {person.name}
          </div>
          <div className={styles.email} dir="ltr">
            {person.email}
          </div>
          <div className={styles.email}>{roles[role]}</div>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Languages size={16} />}
          lang={language === 'ar' ? 'en' : 'ar'}
          onClick={() => setLanguage(language === 'ar' ? 'en' : 'ar')}
        >
          {t.language}
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <Sun size={16} /> : <Moon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? t.light : t.dark}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} className="qf-flip" />} onClick={() => void signOut()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
