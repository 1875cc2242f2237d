// Builds the client into dist/client. Run by start, test and bench when the built one is old. With `embeds`: only the
// embeds, into dist/embeds, for dev.
import { join } from 'node:path';
import { ROOT, buildClient } from './client.ts';
import { buildEmbeds } from './embeds.ts';

try {
  await (process.argv[2] === 'embeds' ? buildEmbeds(join(ROOT, 'dist', 'embeds')) : buildClient());
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
