import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../db/roles.ts';
import { modules } from '../../server/modules/index.ts';
import { COMMANDS } from '../../scripts/adminCommands.ts';
import { CONFIG_VARIABLES, loadConfig } from '../../server/platform/config.ts';
import { RANGES, rangeText } from '../../server/platform/configVariables.ts';
import type { Manifest } from '../../server/platform/modules/manifest.ts';
import { connectionsOf } from '../../server/platform/operator/check.ts';
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
    expect(guide).not.toMatch(/\b(five|seven) roles/);
    for (const role of ROLES) expect(guide).toContain(`\`${role}\` (`);
  });

  it('and the guide name exactly the rights to a bucket that the product uses', () => {
    const store = readFileSync(join(ROOT, 'server/platform/files/s3Store.ts'), 'utf8');
    const commands = [...store.matchAll(/new sdk\.(\w+)Command\(/g)].map(([, command]) => command!);
    // By the description of the service: what each of them asks for.
    const rights: Record<string, string> = {
      PutObject: 's3:PutObject',
      GetObject: 's3:GetObject',
      DeleteObject: 's3:DeleteObject',
      DeleteObjects: 's3:DeleteObject',
      ListObjectsV2: 's3:ListBucket',
    };
    const section = guide.slice(guide.indexOf('## Files in S3'), guide.indexOf('## Mail'));
    const named = [...section.matchAll(/`(s3:[A-Z]\w+)`/g)].map(([, right]) => right!);
    expect([...new Set(named)].toSorted()).toEqual(
      [...new Set(commands.map((command) => rights[command] ?? command))].toSorted(),
    );
  });

  it('and the guide name every command of an operator', () => {
    const brought = modules.flatMap((module: Manifest) => Object.keys(module.commands ?? {}));
    const commands = [...Object.keys(COMMANDS), ...brought].toSorted();
    const section = guide.slice(guide.indexOf('## Without signing in'), guide.indexOf('## Logs'));
    expect([...section.matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name!).toSorted()).toEqual(commands);
    const [row = ''] = /^\| `npm run admin -- COMMAND` .*$/m.exec(readme) ?? [];
    for (const name of commands) expect(row).toMatch(new RegExp(`\`${name}[ \`]`));
  });

  it('names the range of every number', () => {
    for (const [name, range] of Object.entries(RANGES))
      expect(new RegExp(`^\\| \`${name}\` \\|.*$`, 'm').exec(readme)?.[0], name).toContain(rangeText(range));
  });

  it('and the guide count the connections of a node as it opens them', () => {
    const pool = loadConfig({}).databasePool;
    expect(guide).toContain(
      `A node opens up to \`DATABASE_POOL\` + half of it + 17: ${connectionsOf(pool)} by default`,
    );
    expect(readme).toContain(`and four for jobs: ${connectionsOf(pool)} by default`);
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
