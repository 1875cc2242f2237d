import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Cuts of the interface font that every first screen draws with. */
const preloaded = /ibm-plex-sans-thai-(thai|latin)-(400|600)-normal-[\w-]+\.woff2$/;

/** Names the first fonts in the page itself, so that they come along with the styles and not after them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => preloaded.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, 'client'),
  publicDir: join(import.meta.dirname, 'client', 'public'),
  plugins: [react(), preloadFonts()],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    target: 'es2024',
    // Inlined files would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React changes least often: a chunk of its own stays in caches over releases. The rest
        // splits by screen; a group for Chakra would pull its date picker into the first screen.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
});
