import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, withScope } from '../../db/client.ts';
import { migrate, migrateTo } from '../../db/migrator.ts';
import { seed } from '../../server/modules/catalogue/builtIn.ts';
import { seedWorkspace, updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { CATALOGUE, PII_CATEGORIES, PURPOSE_CATEGORIES } from '../../server/modules/catalogue/builtInWords.ts';
import { PII_CATALOGUE } from '../../server/modules/catalogue/builtInAttributes.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let client: pg.Client;
const [organization, one, two] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
/** Categories of personal data of the first release. */
const FIRST = PII_CATEGORIES.filter(
  ({ name }) =>
    ![
      'Interests and marketing profile',
      'Communications',
      'Vehicles and travel',
      'Property and housing',
      'Contracts and legal matters',
    ].includes(name[1]),
);

/** A workspace in the state of the first release, with a custom category that has the name of a later built-in one. */
async function workspaceOfFirstRelease(id: string): Promise<void> {
  await client.query(
    `insert into workspaces (id, organization_id, name, package, flags) values ($1, $2, 'เดิม', 'Pro', '{}')`,
    [id, organization],
  );
  for (const { name, description } of PURPOSE_CATEGORIES) {
    await client.query(
      'insert into purpose_categories (workspace_id, id, name_th, name_en, description_th, description_en, built_in) values ($1, $2, $3, $4, $5, $6, true)',
      [id, randomUUIDv7(), ...name, ...description],
    );
  }
  for (const { name, sensitive } of FIRST) {
    await client.query(
      `insert into pii_categories (workspace_id, id, name_th, name_en, example, sensitive, built_in) values ($1, $2, $3, $4, 'เดิม', $5, true)`,
      [id, randomUUIDv7(), ...name, sensitive ?? false],
    );
  }
  await client.query(
    `insert into pii_categories (workspace_id, id, name_th, name_en, active) values ($1, $2, 'ข้อมูลการสื่อสาร', 'Ours', false)`,
    [id, randomUUIDv7()],
  );
  await client.query(
    `insert into catalogue_items (workspace_id, id, kind, name_th, built_in) values ($1, $2, 'department', 'ฝ่ายของเรา', false)`,
    [id, randomUUIDv7()],
  );
  const controller = randomUUIDv7();
  await client.query(
    `insert into data_controllers (workspace_id, id, name_th, name_en, contact_person, address, phone, email) values ($1, $2, 'ก', '', 'ข', 'ค', '021234567', 'a@first.example')`,
    [id, controller],
  );
  await client.query(
    `insert into applications (workspace_id, id, name, description, data_controller_id) values ($1, $2, 'ทะเบียนเดิม', 'ก', $3)`,
    [id, randomUUIDv7(), controller],
  );
}

/** The background work of a node. */
async function bringAll(signal = new AbortController().signal): Promise<number> {
  const authDb = openDatabase(database.url, 'pokpong_auth', 1);
  const db = openDatabase(database.url, 'pokpong_app', 1);
  try {
    return await updateOlderWorkspaces({ authDb, db, now: () => new Date() } as Deps, signal, [seed]);
  } finally {
    await Promise.all([authDb.destroy(), db.destroy()]);
  }
}

const count = async (table: string, workspaceId: string, where = 'true') =>
  Number(
    (
      await client.query<{ count: string }>(`select count(*) from ${table} where workspace_id = $1 and ${where}`, [
        workspaceId,
      ])
    ).rows[0]?.count,
  );

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateTo(database.url, '003_record');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into organizations (id, name) values ($1, 'เดิม')`, [organization]);
  for (const id of [one, two]) await workspaceOfFirstRelease(id);
  await migrate(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('a node that stops leaves the other workspaces for the next start', async () => {
  expect(await bringAll(AbortSignal.abort())).toBe(0);
});

it('a workspace of an earlier release receives additions once, however many nodes start', async () => {
  const brought = await Promise.all([bringAll(), bringAll(), bringAll()]);
  expect(brought.reduce((sum, number) => sum + number, 0)).toBe(2);
  expect(await bringAll()).toBe(0);

  const words = Object.values(CATALOGUE).flat().length;
  const attributes = PII_CATEGORIES.filter(({ name }) => name[1] !== 'Communications').flatMap(({ name }) =>
    (PII_CATALOGUE[name[1]] ?? []).flatMap((group) => group.attributes),
  ).length;
  for (const id of [one, two]) {
    // Of the eight items only the controller's details are complete.
    expect(await count('applications', id, 'completeness = 12 and complete_items = 4')).toBe(1);
    expect(await count('purpose_categories', id)).toBe(PURPOSE_CATEGORIES.length);
    expect(await count('pii_categories', id)).toBe(PII_CATEGORIES.length);
    expect(await count('catalogue_items', id)).toBe(words + 1);
    expect(await count('catalogue_items', id, "kind = 'collectionChannel'")).toBe(CATALOGUE.collectionChannel.length);
    expect(await count('pii_attributes', id)).toBe(attributes);
    // Only what the names of storage systems say is recorded.
    expect(await count('catalogue_items', id, "country = 'TH' and name_en = 'Cloud in Thailand'")).toBe(1);
    expect(await count('catalogue_items', id, "country = 'ZZ' and name_en = 'Cloud abroad'")).toBe(1);
    expect(await count('catalogue_items', id, 'country is not null')).toBe(2);
    const { rows } = await client.query<{ edition: number }>(
      'select catalogue_edition as edition from workspaces where id = $1',
      [id],
    );
    expect(rows).toEqual([{ edition: seed.edition }]);
  }
});

it('stored scores are calculated again in a workspace from before refusals of parts counted', async () => {
  await client.query('update workspaces set catalogue_edition = 4 where id = $1', [one]);
  await client.query('update applications set completeness = 100, complete_items = 31 where workspace_id = $1', [one]);
  expect(await bringAll()).toBe(1);
  expect(await count('applications', one, 'completeness = 12 and complete_items = 4')).toBe(1);
});

it('existing content remains unchanged, and nothing is added to a custom category', async () => {
  expect(await count('pii_categories', one, "example = 'เดิม' and built_in")).toBe(FIRST.length);
  expect(await count('pii_categories', one, "name_en = 'Ours' and not built_in and not active")).toBe(1);
  expect(
    await count(
      'pii_attributes',
      one,
      "pii_category_id = (select id from pii_categories c where c.workspace_id = pii_attributes.workspace_id and name_en = 'Ours')",
    ),
  ).toBe(0);
  expect(
    await count(
      'pii_attributes',
      one,
      'pii_category_id in (select id from pii_categories c where c.workspace_id = pii_attributes.workspace_id and c.sensitive) and not sensitive',
    ),
  ).toBe(0);
});

it('every catalogue entry of a new workspace exists in both languages', async () => {
  const id = randomUUIDv7();
  const app = openDatabase(database.url, 'pokpong_app', 1);
  try {
    await withScope(app, { workspaceId: id }, async (trx) => {
      await trx
        .insertInto('workspaces')
        .values({ id, organizationId: organization, name: 'ใหม่', package: 'Pro', flags: '{}' })
        .execute();
      await seedWorkspace([seed], trx, { workspaceId: id, now: new Date() });
    });
  } finally {
    await app.destroy();
  }
  const all = Object.values(PII_CATALOGUE)
    .flat()
    .flatMap((group) => group.attributes);
  expect(all.length).toBeGreaterThan(150);
  expect(await count('pii_attributes', id, "built_in and name_th <> '' and name_en <> ''")).toBe(all.length);
  expect(await count('pii_sub_categories', id, "built_in and name_th <> '' and name_en <> ''")).toBeGreaterThan(10);
  for (const { name } of PII_CATEGORIES) expect(PII_CATALOGUE[name[1]], name[1]).toBeDefined();
  expect(await bringAll()).toBe(0);
});
