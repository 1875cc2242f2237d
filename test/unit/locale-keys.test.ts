import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { hasText } from '../helpers/localeKeys.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every message key of a schema has its text', () => {
  const quoted = globSync('shared/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.startsWith('shared/locales/'))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:error|key|message): '([a-z]\w*:[\w.]+)'/gi)].map(
        ([, key]) => ({ path, key: key! }),
      ),
    );
  expect(quoted.length).toBeGreaterThan(100);
  expect(quoted.filter(({ key }) => !hasText(key))).toEqual([]);
});

test('every source of a data subject’s records has its title, for data subjects and for staff', () => {
  const names = collectModules(modules).subjectData.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  const keys = names.flatMap((name) => [`subjectData:source.${name}`, `requestTask:gather.source.${name}`]);
  expect(keys.filter((key) => !hasText(key))).toEqual([]);
});
