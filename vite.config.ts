import react from '@vitejs/plugin-react';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { LOADING } from './shared/locales/loading.ts';

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

const LOCALES_FOLDER = join(import.meta.dirname, 'shared', 'locales');
const namesIn = (folder: string) =>
  readdirSync(join(LOCALES_FOLDER, folder)).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []));

/**
 * Puts texts that are loaded together into one module, `virtual:texts/<locale>/<loading>`: the namespaces that
 * shared/locales/loading.ts names, the titles of all pages among the initial ones; those that it does not name are
 * `deferred`.
 */
function texts(): Plugin {
  const listed = new Set<string>(Object.values(LOADING).flat());
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith('virtual:texts/') ? `\0${id}` : null),
    load(id) {
      const [, locale, loading] = id.match(/^\0virtual:texts\/(th|en)\/(\w+)$/) ?? [];
      if (!locale || !loading) return null;
      const lists: Partial<Record<string, readonly string[]>> = LOADING;
      const namespaces = lists[loading] ?? namesIn(locale).filter((name) => !listed.has(name));
      const titles = loading === 'initial' ? namesIn(join(locale, 'pages')) : [];
      const from = (path: string) => JSON.stringify(join(LOCALES_FOLDER, locale, `${path}.ts`));
      return [
        ...namespaces.map((name, index) => `import text${index} from ${from(name)};`),
        ...titles.map((name, index) => `import titles${index} from ${from(`pages/${name}`)};`),
        'export default {',
        ...namespaces.map((name, index) => `  ${name}: text${index},`),
        ...(titles.length > 0 ? [`  pages: { ${titles.map((_, index) => `...titles${index}`).join(', ')} },`] : []),
        '};',
      ].join('\n');
    },
  };
}

/**
 * Tells /boot.js where the first texts of each language are, so that they come along with the program and not after it.
 */
function tellTexts(): Plugin {
  return {
    name: 'tell-texts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const texts = Object.values(bundle).flatMap((part) => {
          const locale = part.type === 'chunk' && part.facadeModuleId?.match(/virtual:texts\/(th|en)\/initial$/)?.[1];
          return locale ? [`data-${locale}="/${part.fileName}"`] : [];
        });
        if (texts.length !== 2) throw new Error('vite.config.ts: the first texts have no chunks of their own');
        return html.replace('src="/boot.js"', `src="/boot.js" ${texts.join(' ')}`);
      },
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, 'client'),
  publicDir: join(import.meta.dirname, 'client', 'public'),
  plugins: [react(), texts(), preloadFonts(), tellTexts()],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    target: 'es2024',
    // Inlined files would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The names of all pages that share a chunk would make most of the list of chunks.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs, in three pieces by how often they change; a few large files pack better than many
            // small ones.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 4 },
            { name: 'app', tags: ['$initial'], priority: 3 },
            // The rest by which pages use it, so that none fetches what it does not draw. Icons are too small to be
            // exact about.
            {
              name: 'icons',
              test: /node_modules\/lucide-react/,
              priority: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
            },
            {
              name: 'shared',
              test: /\/(client|shared)\/(?!locales)/,
              priority: 1,
              minShareCount: 2,
              entriesAware: true,
            },
          ],
        },
      },
    },
  },
});
