import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './client.ts';

/** Test files that are larger in `npm run test:long` (test/size.ts, test/languages.ts), in alphabetical order. */
export function longLaneFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\bsized\(\d|\b(testsByTurns|languagesFrom)\(/.test(readFileSync(join(ROOT, file), 'utf8')))
    .toSorted();
}
