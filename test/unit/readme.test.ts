import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES, loadConfig } from '../../server/platform/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const guide = readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8');
const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('## Where what is'));
const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`|–) \|/gm)].map(
  ([, name, fallback]) => [name!, fallback ?? ''] as const,
);

describe('README', () => {
  it('lists exactly the variables that the product reads', () => {
    expect(rows.map(([name]) => name).toSorted()).toEqual(CONFIG_VARIABLES.toSorted());
  });

  it('names the defaults that the product uses', () => {
    expect(loadConfig(Object.fromEntries(rows))).toEqual(loadConfig({}));
  });

  it('and the guide name only commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...`${readme}\n${guide}`.matchAll(/npm run ([a-z-]+)/g)].map(([, name]) => name!);
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it('and the guide link only to files that there are', () => {
    for (const [text, folder] of [
      [readme, ROOT],
      [guide, join(ROOT, 'docs')],
    ] as const) {
      for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(() => readFileSync(join(folder, target!)), target).not.toThrow(/ENOENT/);
    }
  });
});
