import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { declareKinds } from '../../db/kinds.ts';
import { modules } from '../../server/modules/index.ts';
import { defineModule, plugIn } from '../../server/platform/modules/manifest.ts';
import { translate } from '../../server/platform/i18n.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import type { UploadKind } from '../../shared/file.ts';
import { LOCALES } from '../../shared/locale.ts';
import type { Permission } from '../../shared/registry/permissions.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS } from '../../shared/registry/exportKinds.ts';
import { buildPerson, buildServer, buildWorkspace, type TestServer } from '../factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());

it('collects the declarations of the manifests', () => {
  const registry = collectModules(modules);
  expect([...registry.clocks.keys()].sort()).toEqual([
    'application.review',
    'approval.absence',
    'approval.step',
    'dpia.review',
    'incident.authority',
    'privacyNotice.effective',
    'privacyNotice.review',
    'request.act',
    'request.answer',
    'request.confirmation',
    'request.identityDocuments',
    'request.right',
    'treatmentPlan.due',
  ]);
  expect([...registry.exports.keys()].sort()).toEqual([...EXPORT_KIND_KEYS].sort());
});

it('has a name for every kind of export, in both languages', () => {
  for (const { title } of Object.values(EXPORT_KINDS))
    for (const locale of LOCALES) expect(translate(locale, title), title).not.toBe(title.replace(/^\w+:/, ''));
});

it('refuses a kind that two modules declare', () => {
  const imports = { table: { run: async () => {}, expire: async () => false } };
  const first = defineModule({ name: 'first', imports });
  const second = defineModule({ name: 'second', imports });
  expect(() => collectModules([first, second])).toThrow('second declares table');
});

it('refuses two kinds of uploads with one name, and combines who may upload one kind for several owners', () => {
  const owner = (module: string, upload: UploadKind, permission: Permission) =>
    defineModule({
      name: module,
      files: [
        {
          kind: `${module}.table`,
          upload,
          uploaders: [permission],
          readers: 'members',
          disposition: 'attachment',
          retention: 'withRecord',
        },
      ],
    });
  const table: UploadKind = { name: 'table', types: ['text/csv'], limit: 10 };
  const first = owner('first', table, 'ropa.write');
  expect(collectModules([first, owner('second', table, 'consent.write')]).uploads.get('table')).toEqual({
    kind: table,
    permissions: ['ropa.write', 'consent.write'],
  });
  expect(() => collectModules([first, owner('second', { ...table, limit: 20 }, 'consent.write')])).toThrow(
    'two kinds of uploads are named table',
  );
});

it('does not compile with a misspelled part, or without a handler for every kind', () => {
  // @ts-expect-error no manifest has such a part
  defineModule({ name: 'first', clock: {} });
  // @ts-expect-error nobody makes the exports
  plugIn([defineModule({ name: 'first' })]);
});

it('restricts rows to declared kinds', async () => {
  const { rows } = await sql<{ table: string; kind: string }>`
    select 'exports' as table, name as kind from export_kinds
    union all select 'imports', name from import_kinds
    union all select 'files', name from file_owner_kinds
    union all select 'editors', name from edited_kinds
    union all select 'mails', name from mailed_kinds`.execute(server.owner);
  const kinds = (table: string) => new Set(rows.filter((row) => row.table === table).map(({ kind }) => kind));
  const { exports, imports, fileOwners, presence, deliveries } = collectModules(modules);
  expect(kinds('exports')).toEqual(new Set(exports.keys()));
  expect(kinds('imports')).toEqual(new Set(imports.keys()));
  expect(kinds('files')).toEqual(new Set([...fileOwners.keys(), 'unknown']));
  expect(kinds('editors')).toEqual(new Set(presence.keys()));
  expect(kinds('mails')).toEqual(new Set(deliveries.map(({ entity }) => entity)));
  const person = await buildPerson(server);
  const later = 'later';
  const own = { workspaceId: person.workspaceId, id: randomUUIDv7() };
  const requested = { ...own, kind: later, locale: 'th', requestedBy: person.personnelId };
  const { owner } = server;
  for (const insert of [
    owner.insertInto('exports').values({ ...requested, format: 'xlsx' }),
    owner.insertInto('imports').values({ ...requested, fileName: 'a.csv' }),
    owner.insertInto('files').values({
      ...own,
      name: 'a',
      type: 'text/csv',
      size: 1,
      sha256: '',
      storageKey: '',
      ownerKind: later,
    }),
    owner.insertInto('editors').values({
      workspaceId: own.workspaceId,
      entity: later,
      entityId: own.id,
      personnelId: person.personnelId,
      until: new Date(),
    }),
    owner.insertInto('mailDeliveries').values({
      workspaceId: own.workspaceId,
      mailId: own.id,
      entity: later,
      entityId: own.id,
      batchId: own.id,
      position: 0,
    }),
  ])
    await expect(insert.execute()).rejects.toMatchObject({ code: '23503' });
});

it('restricts deadlines to declared kinds', async () => {
  const { id: workspaceId } = await buildWorkspace(server);
  const insert = (kind: string) =>
    server.owner
      .insertInto('deadlines')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        kind,
        subjectId: randomUUIDv7(),
        startedAt: new Date(),
        dueAt: new Date(),
      })
      .execute();
  await insert('incident.authority');
  await expect(insert('incident.later')).rejects.toMatchObject({ code: '23503' });
  await declareKinds(server.databaseUrl, { deadlines: ['incident.later', 'incident.authority'] });
  await insert('incident.later');
});
