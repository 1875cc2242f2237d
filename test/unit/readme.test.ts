import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../db/roles.ts';
import { modules } from '../../server/modules/index.ts';
import { CONFIG_VARIABLES, loadConfig } from '../../server/platform/config.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { CONSENT_TABLE } from '../../shared/consentImport/table.ts';
import { megabyte } from '../../shared/file.ts';

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

  it('and the guide name only existing commands', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...`${readme}\n${guide}`.matchAll(/npm run ([a-z-]+)/g)].map(([, name]) => name!);
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it('and the guide permit the largest upload through the proxy', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(guide)!;
    const { uploads } = collectModules(modules);
    const largest = Math.max(...[...uploads.values()].map(({ kind }) => kind.limit));
    expect(largest).toBe(CONSENT_TABLE.limit);
    // A form contains more than the file.
    expect(megabyte(Number(megabytes))).toBeGreaterThan(largest + megabyte(1));
  });

  it('and the guide name the roles created by the product', () => {
    const section = guide.slice(guide.indexOf('made by an administrator:'), guide.indexOf('**Connections.**'));
    expect([...section.matchAll(/create role (\w+) nologin/g)].map(([, role]) => role)).toEqual([...ROLES]);
    expect(section).toContain(`grant ${ROLES.join(', ')} to pokpong;`);
    expect(ROLES).toHaveLength(6);
    expect(guide).toContain('It creates six roles');
    for (const role of ROLES) expect(guide).toContain(`\`${role}\` (`);
  });

  it('and the guide link only to existing files', () => {
    for (const [text, folder] of [
      [readme, ROOT],
      [guide, join(ROOT, 'docs')],
    ] as const) {
      for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(() => readFileSync(join(folder, target!)), target).not.toThrow(/ENOENT/);
    }
  });
});
