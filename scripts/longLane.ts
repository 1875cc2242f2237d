import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './client.ts';

/**
 * Test files that are larger in `npm run test:long`: by size (test/size.ts), languages (test/languages.ts) or looks
 * (test/e2e/helpers/audit.ts), in alphabetical order.
 */
export function longLaneFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) =>
      /\bsized\(\d|\b(testsByTurns|languagesFrom|looksIn|looksRight|lookFaults)\(/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    )
    .toSorted();
}
