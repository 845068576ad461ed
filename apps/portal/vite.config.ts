import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gateway that `npm run dev` forwards to: `npm start` of the repository. */
const GATEWAY = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/portal/',
  plugins: [react()],
  // Sources of the workspace's libraries, so that this build needs no other one before it.
  resolve: { conditions: ['@qafila/source', 'module', 'browser', 'production'] },
  // The gateway puts a new nonce in its place for each answer (decision 0036).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist-web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The content security policy allows no data: address for fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/portal/api': { target: GATEWAY } } },
});
