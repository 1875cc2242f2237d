import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it('docs/security.md lists exactly the columns that are sealed', () => {
  const { sealed, systemSealed } = collectModules(modules);
  const table = guide.slice(guide.indexOf('## Sealed columns'), guide.indexOf('What was sealed before'));
  const listed = [...table.matchAll(/`(\w+\.\w+)`/g)].map(([, column]) => column!);
  expect(listed.toSorted()).toEqual(
    [...sealed, ...systemSealed].map(({ table: name, column }) => `${snake(name)}.${snake(column)}`).toSorted(),
  );
});
