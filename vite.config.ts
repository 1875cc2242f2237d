import react from '@vitejs/plugin-react';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { LOADING } from './shared/locales/loading.ts';
import { routeOf, ROUTES } from './shared/registry/routes.ts';
import { screenOf, textsOf } from './shared/registry/screens.ts';

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
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

const CLIENT_PAGE = join(import.meta.dirname, 'client', 'index.html');
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
 * Writes `preloads.json`: for each route and language the scripts that its page needs beside those of every page, its
 * texts included, so that the server can name them in the page (server/platform/http/pages.ts) and they come along with
 * the program and not after it.
 */
function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    // Of the client alone: the gallery of the tests has no routes.
    apply: ({ root }, { command }) => command === 'build' && root === join(import.meta.dirname, 'client'),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const reach = (from: Rolldown.OutputChunk, found = new Set<string>()): Set<string> => {
        if (!found.has(from.fileName)) {
          found.add(from.fileName);
          for (const file of from.imports) {
            const next = chunks.find(({ fileName }) => fileName === file);
            if (next) reach(next, found);
          }
        }
        return found;
      };
      const entry = chunks.find((chunk) => chunk.isEntry);
      // The gallery of the tests is built by these settings too, and has no routes.
      if (entry && !chunks.some(({ facadeModuleId }) => facadeModuleId === CLIENT_PAGE)) return;
      if (!entry) throw new Error('vite.config.ts: the client has no entry');
      const everyPage = reach(entry);
      const filesOf = (ids: readonly string[]) => {
        const found = new Set<string>();
        for (const id of ids) {
          const chunk =
            chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
            chunks.find(({ moduleIds }) => moduleIds.includes(id));
          if (!chunk) throw new Error(`vite.config.ts: ${id} is in no chunk`);
          reach(chunk, found);
        }
        return [...found].filter((file) => !everyPage.has(file)).map((file) => `/${file}`);
      };
      const screens = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.endsWith('Page.tsx'));
      const pages = ROUTES.map(({ id }) => routeOf(id)).filter(({ opensGroup }) => !opensGroup);
      const preloads = pages.map(({ id: route }) => {
        const screen = screens.find((id) => id.endsWith(`/${screenOf(route)}.tsx`));
        if (!screen) throw new Error(`vite.config.ts: nothing draws the route ${route}`);
        const texts = (locale: string) =>
          ['initial', ...textsOf(route)].map((loading) => `\0virtual:texts/${locale}/${loading}`);
        return [route, { th: filesOf([...texts('th'), screen]), en: filesOf([...texts('en'), screen]) }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      });
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, 'client'),
  publicDir: join(import.meta.dirname, 'client', 'public'),
  plugins: [react(), texts(), preloadFonts(), routePreloads()],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    target: 'es2024',
    // Inlined files would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Of the index of client/ui a page gets what it draws: blocks do nothing by being imported.
      treeshake: { moduleSideEffects: [{ test: /\/client\/ui\/[^.]+\.tsx?$/, sideEffects: false }] },
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
            // What follows the server's clock: on most pages only once the page is drawn (client/live/follow.ts).
            { name: 'clock', test: /\/client\/clock\/(serverTime|offset)\.ts/, priority: 2.9 },
            // What several pages share, by the page that shows the whole of it: a list, a form, a record. Each takes
            // what its page needs that the one before it has not.
            {
              name: 'lists',
              test: /\/client\/ui\/table\/(?!FilterSheet|SearchFilter)|\/ApplicationsPage\.tsx/,
              priority: 2.8,
            },
            { name: 'forms', test: /\/LoginPage\.tsx/, priority: 2.6 },
            { name: 'records', test: /\/PurposePage\.tsx/, priority: 2.4 },
            // Icons are too small to be exact about.
            { name: 'icons', test: /node_modules\/lucide-react/, priority: 2.2, minShareCount: 2 },
            // The rest by which pages use it, so that none fetches what it does not draw.
            {
              name: 'shared',
              test: /\/(client|shared)\/(?!locales)/,
              priority: 1,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1500,
            },
          ],
        },
      },
    },
  },
});
