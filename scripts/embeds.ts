import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '..', 'client', 'embeds');

/** Scripts for other people's pages, by the name of the built file. */
const ENTRIES = {
  'consent.js': join(CLIENT, 'consent', 'index.ts'),
  'consent-guardian.js': join(CLIENT, 'consent', 'guardianQuestion.ts'),
  'consent-preview.js': join(CLIENT, 'consent', 'previewPage.ts'),
  'request.js': join(CLIENT, 'request', 'index.ts'),
  'request-preview.js': join(CLIENT, 'request', 'previewPage.ts'),
  'request-page.js': join(CLIENT, 'request', 'ownPage.ts'),
  'notice.js': join(CLIENT, 'notice', 'index.ts'),
} as const;

/** Loaded by `import()` of another one. */
const MODULES = new Set<string>(['consent-guardian.js']);

/**
 * Builds each embed into one classic script without imports, as a `<script src>` of any page needs it, or into a
 * module. Browsers back to Safari 15.4 (2022) run them.
 * @param outDir folder that gets these scripts, `consent.css` and `request.css`
 */
export async function buildEmbeds(outDir: string): Promise<void> {
  const { build } = await import('vite');
  await mkdir(outDir, { recursive: true });
  for (const [file, entry] of Object.entries(ENTRIES)) {
    await build({
      configFile: false,
      root: CLIENT,
      publicDir: false,
      mode: 'production',
      logLevel: 'warn',
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: ['es2021', 'safari15.4'],
        cssTarget: ['safari15.4', 'chrome100', 'firefox100'],
        reportCompressedSize: false,
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          // A module keeps its exports.
          preserveEntrySignatures: 'strict',
          output: { format: MODULES.has(file) ? 'es' : 'iife', entryFileNames: file },
        },
      },
    });
  }
  for (const name of ['consent', 'request'])
    await copyFile(join(CLIENT, name, 'page.css'), join(outDir, `${name}.css`));
  await copyFile(join(CLIENT, 'request', 'ownPage.css'), join(outDir, 'request-page.css'));
}
