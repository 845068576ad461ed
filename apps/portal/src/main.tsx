import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './design/mantine-styles.ts';
import './design/fonts.css';
import './design/global.css';
import { THEME, VARIABLES } from './design/theme.ts';
import { LanguageProvider, useLanguage } from './language/language.tsx';
import { openRouter } from './router.ts';

/** The nonce of this page, for the style elements that Mantine writes. The browser shows it to scripts alone. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

// The SDK repeats what is safe to repeat.
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
// public/first-paint.js reads it too.
const colorSchemes = localStorageColorSchemeManager({ key: 'qafila-color-scheme' });

const Notifications = lazy(() => import('@mantine/notifications').then((all) => ({ default: all.Notifications })));

function App(): ReactNode {
  const { dir } = useLanguage();
  const [router] = useState(() => openRouter(client));
  return (
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      <MantineProvider
        theme={THEME}
        cssVariablesResolver={VARIABLES}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemes}
        getStyleNonce={() => nonce}
      >
        <Suspense>
          <Notifications position="bottom-center" />
        </Suspense>
        <RouterProvider router={router} />
      </MantineProvider>
    </DirectionProvider>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);
