import { Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useIsPhone } from '../design/use-phone.ts';
import { useTexts } from '../language/language.tsx';
import { ConfirmDialog } from '../session/confirm-dialog.tsx';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import { SHELL } from './shell.texts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// After the first screen: ⌘K is pressed by people who see one.
const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })));

/** What surrounds every screen of a signed-in person. */
export function Frame({ onEnded }: { onEnded(): void }): ReactNode {
  const t = useTexts(SHELL);
  const isPhone = useIsPhone();
  const [isOpen, drawer] = useDisclosure(false);
  // Here and not in the palette, which may still be on its way.
  useHotkeys([['mod+K', spotlight.open]], []);
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {t.skip}
      </a>
      {!isPhone && (
        <aside className={styles.side}>
          <Sidebar />
        </aside>
      )}
      <div className={styles.main}>
        <TopBar />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      {isPhone && (
        <>
          <BottomBar onMenu={drawer.open} />
          <Drawer
            opened={isOpen}
            onClose={drawer.close}
            size="17rem"
            padding="md"
            title={t.menu}
            closeButtonProps={{ 'aria-label': t.menu }}
          >
            <Sidebar onNavigate={drawer.close} />
          </Drawer>
        </>
      )}
      <Suspense>
        <Palette />
      </Suspense>
      <ConfirmDialog onEnded={onEnded} />
    </div>
  );
}
