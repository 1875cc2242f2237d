import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '..', 'client', 'embeds');

/** Scripts for other people's pages, by the name of the built file. */
const ENTRIES = {
  'consent.js': join(CLIENT, 'consent', 'index.ts'),
  'consent-preview.js': join(CLIENT, 'consent', 'previewPage.ts'),
} as const;

/**
 * Builds each embed into one classic script without imports, as a `<script src>` of any page needs it.
 * Browsers back to Safari 15.4 (2022) run them.
 * @param outDir folder that gets `consent.js`, `consent-preview.js` and `consent.css`
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
        rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: file } },
      },
    });
  }
  await copyFile(join(CLIENT, 'consent', 'page.css'), join(outDir, 'consent.css'));
}
