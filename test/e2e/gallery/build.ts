// Builds the gallery into the given folder. A separate process, because Vite sets NODE_ENV.
import { join } from 'node:path';
import { build } from 'vite';

const [outDir] = process.argv.slice(2);
if (!outDir) throw new Error('Usage: build.ts <folder>');
const root = join(import.meta.dirname, '..', '..', '..');
await build({
  root: import.meta.dirname,
  configFile: join(root, 'vite.config.ts'),
  mode: 'production',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
});
