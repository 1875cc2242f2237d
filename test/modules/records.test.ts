import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Trx } from '../../db/client.ts';
import { purposeStatus } from '../../shared/purpose/schema.ts';
import { requireMembership } from '../../server/platform/auth/membership.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { changesBetween } from '../../server/platform/live/emit.ts';
import { writeLinks } from '../../server/platform/records/links.ts';
import { logFields } from '../../server/platform/records/log.ts';
import { versioned } from '../../server/platform/records/versioned.ts';
import { type SignedInContext, type WorkspaceContext, workspaceContext } from '../../server/platform/trpc/context.ts';
import { buildDataController, sharedServer, contextFor, type Person, type TestServer } from '../factories.ts';
import { wordsOf } from '../helpers/record.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

// A small record for tests, with existing tables: a title that publishing requires in English too, and text.
interface Note {
  id: string;
  rowVersion: number;
  status: 'draft' | 'published';
  publishedVersion: number;
  title: { th: string; en: string };
  wordIds: string[];
}
const WORDS = { table: 'purposeCatalogueItems', owner: 'purposeId', column: 'itemId' } as const;

const notes = versioned({
  table: 'purposes',
  machine: purposeStatus,
  versions: { table: 'purposeVersions', owner: 'purposeId' },
  content: z.object({ title: z.object({ th: z.string(), en: z.string() }), wordIds: z.array(z.string()) }),
  events: {
    created: 'purpose.created',
    updated: 'purpose.updated',
    removed: 'purpose.removed',
    published: 'purpose.published',
  },
  async read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Note | undefined> {
    const row = await trx
      .selectFrom('purposes')
      .select(['id', 'rowVersion', 'status', 'publishedVersion', 'titleTh', 'titleEn'])
      .where('workspaceId', '=', ctx.workspace.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { titleTh, titleEn, status, ...rest } = row;
    const words = await linksOf(trx, id);
    return {
      ...rest,
      status: status as Note['status'],
      title: { th: titleTh, en: titleEn },
      wordIds: words.map(({ itemId }) => itemId),
    };
  },
  draftOf: ({ title, wordIds }: Note) => ({ title, wordIds }),
  subject: ({ title }: Note) => title.th,
  changes: (before: Note, after: Note) =>
    changesBetween(logFields({ title: before.title }), logFields({ title: after.title })),
  columns: ({ title }) => ({ titleTh: title.th, titleEn: title.en, descriptionTh: '', descriptionEn: '' }),
  comparable: ({ title, wordIds }) => ({ title, wordIds: wordIds.toSorted() }),
  write: (trx, ctx, id, { wordIds }, edit) =>
    writeLinks(trx, WORDS, { workspaceId: ctx.workspace.id, id }, edit?.stored.wordIds ?? [], wordIds),
  problems: ({ title }: Note) =>
    title.en === ''
      ? { code: 'purpose.incomplete', problems: [{ path: ['title', 'en'], key: 'errors:required' }] }
      : null,
  freeze: async (_trx, _ctx, _id, { title }) => ({ content: { title } }),
});

/** Links of a purpose; `writtenBy` is the transaction that wrote the row. */
const linksOf = (db: Trx | TestServer['owner'], purposeId: string) =>
  db
    .selectFrom('purposeCatalogueItems')
    .select(['itemId', sql<string>`xmin::text`.as('writtenBy')])
    .where('purposeId', '=', purposeId)
    .orderBy('itemId')
    .execute();

let server: TestServer;
let dpo: Person;
let other: Person;
let ctx: WorkspaceContext;
let words: string[];
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ dpo } = await buildTeam(server, { dpo: 'DPO' }));
  ({ other } = await buildTeam(server, { other: 'DPO' }));
  ctx = await contextOf(dpo);
  const { word } = await wordsOf(server, dpo.workspaceId);
  words = [word('dataSubjectGroup'), word('storageSystem'), word('securityMeasure')].sort();
});

async function contextOf(person: Person): Promise<WorkspaceContext> {
  const request = (await contextFor(server, person)) as SignedInContext;
  return workspaceContext(request, await requireMembership(request, person.workspaceId));
}

const titled = (th: string, en = 'Note') => ({ title: { th, en }, wordIds: [] as string[] });
const events = async () =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'subject', 'changes'])
      .where('workspaceId', '=', dpo.workspaceId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ event, subject, changes }) => [event, subject, changes]);

describe('an editable record', () => {
  it('is created, changed and removed, each with its log entry', async () => {
    const created = await notes.create(ctx, titled('หนึ่ง'));
    expect(created).toMatchObject({ rowVersion: 1, status: 'draft', title: { th: 'หนึ่ง', en: 'Note' } });
    const { id } = created;
    expect(await notes.update(ctx, { ...titled('สอง'), id, rowVersion: 1 })).toMatchObject({
      rowVersion: 2,
      title: { th: 'สอง', en: 'Note' },
    });
    expect(await notes.remove(ctx, { id })).toEqual({ id });
    expect(await refusal(notes.get(ctx, { id }))).toMatchObject({ status: 'NOT_FOUND' });
    expect(await events()).toEqual([
      ['purpose.created', 'หนึ่ง', []],
      ['purpose.updated', 'สอง', [{ field: 'titleTh', old: 'หนึ่ง', new: 'สอง' }]],
      ['purpose.removed', 'สอง', []],
    ]);
  });

  it('accepts only its own fields from the input', async () => {
    const { id } = await notes.create(ctx, titled('หนึ่ง'));
    const forged = { ...titled('สอง'), id, rowVersion: 1, status: 'published', publishedVersion: 7, workspaceId: 'x' };
    expect(await notes.update(ctx, forged)).toMatchObject({ status: 'draft', publishedVersion: 0, rowVersion: 2 });
  });

  it('does not log a save that changes nothing, whatever the order of unordered values', async () => {
    const { id } = await notes.create(ctx, { ...titled('หนึ่ง'), wordIds: words });
    const same = { title: { en: 'Note', th: 'หนึ่ง' }, wordIds: words.toReversed() };
    expect(await notes.update(ctx, { ...same, id, rowVersion: 1 })).toMatchObject({ rowVersion: 1 });
    expect(await events()).toHaveLength(1);
  });

  it('refuses an edit based on an older version, and returns the newer record', async () => {
    const { id } = await notes.create(ctx, titled('หนึ่ง'));
    const saves = ['ของฉัน', 'ของเธอ'].map((th) => notes.update(ctx, { ...titled(th), id, rowVersion: 1 }));
    const [stored] = (await Promise.allSettled(saves)).filter(({ status }) => status === 'fulfilled');
    const current = await notes.get(ctx, { id });
    expect(stored).toMatchObject({ value: current });
    const refused = await Promise.all(
      saves.map((save) =>
        save.then(
          () => null,
          () => refusal(save),
        ),
      ),
    );
    expect(refused.filter(Boolean)).toMatchObject([
      { status: 'CONFLICT', code: 'staleEdit', fields: [], details: { current } },
    ]);
    expect(await refusal(notes.publish(ctx, { id, rowVersion: 1 }))).toMatchObject({
      code: 'staleEdit',
      details: { current },
    });
  });

  it('of another workspace is not found', async () => {
    const { id } = await notes.create(ctx, titled('หนึ่ง'));
    const stranger = await contextOf(other);
    for (const call of [
      () => notes.get(stranger, { id }),
      () => notes.update(stranger, { ...titled('สอง'), id, rowVersion: 1 }),
      () => notes.publish(stranger, { id, rowVersion: 1 }),
      () => notes.remove(stranger, { id }),
      () => notes.versions(stranger, { id, currentPage: 1, pageSize: 10, sortBy: 'version', sortDirection: 'DESC' }),
      () => notes.version(stranger, { id, v: 1 }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 'NOT_FOUND' });
    expect(await notes.get(ctx, { id })).toMatchObject({ title: { th: 'หนึ่ง' }, rowVersion: 1 });
  });
});

describe('a versioned record', () => {
  const page = { currentPage: 1, pageSize: 10, sortBy: 'version', sortDirection: 'DESC' } as const;

  it('names what publishing lacks, and publishes nothing then', async () => {
    const { id } = await notes.create(ctx, titled('หนึ่ง', ''));
    expect(await refusal(notes.publish(ctx, { id, rowVersion: 1 }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'purpose.incomplete',
      fields: ['title.en'],
    });
    expect(await notes.get(ctx, { id })).toMatchObject({ status: 'draft', publishedVersion: 0, rowVersion: 1 });
    expect((await notes.versions(ctx, { ...page, id })).collection).toEqual([]);
  });

  it('stores each published version permanently, with who, when and its hash; an edit starts the next', async () => {
    server.clock.set('2026-03-01T02:00:00Z');
    const { id } = await notes.create(ctx, titled('หนึ่ง'));
    expect(await notes.publish(ctx, { id, rowVersion: 1 })).toMatchObject({
      status: 'published',
      publishedVersion: 1,
      rowVersion: 2,
    });
    expect(await refusal(notes.publish(ctx, { id, rowVersion: 2 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'illegalMove',
    });
    expect(await notes.update(ctx, { ...titled('สอง'), id, rowVersion: 2 })).toMatchObject({
      status: 'draft',
      publishedVersion: 1,
    });
    await notes.publish(ctx, { id, rowVersion: 3 });
    await notes.remove(ctx, { id });
    server.clock.run();

    const { collection } = await notes.versions(ctx, { ...page, id });
    expect(collection.map(({ version }) => version)).toEqual([2, 1]);
    expect(await notes.version(ctx, { id, v: 1 })).toEqual({
      purposeId: id,
      version: 1,
      content: { title: { th: 'หนึ่ง', en: 'Note' } },
      sha256: contentHash({ title: { th: 'หนึ่ง', en: 'Note' } }),
      publishedAt: '2026-03-01T02:00:00.000Z',
      publishedBy: { id: dpo.personnelId, name: ctx.personnel.name },
    });
    expect(await refusal(notes.version(ctx, { id, v: 3 }))).toMatchObject({ status: 'NOT_FOUND' });
    expect((await events()).filter(([event]) => event === 'purpose.published')).toEqual([
      ['purpose.published', 'หนึ่ง', [{ field: 'version', old: null, new: 1 }]],
      ['purpose.published', 'สอง', [{ field: 'version', old: 1, new: 2 }]],
    ]);
  });
});

describe('links', () => {
  it('are written only where they differ', async () => {
    const { id } = await notes.create(ctx, { ...titled('หนึ่ง'), wordIds: words.slice(0, 2) });
    const before = await linksOf(server.owner, id);
    await notes.update(ctx, { ...titled('สอง'), wordIds: words.slice(0, 2), id, rowVersion: 1 });
    expect(await linksOf(server.owner, id)).toEqual(before);
    await notes.update(ctx, { ...titled('สอง'), wordIds: words.slice(1), id, rowVersion: 2 });
    const after = await linksOf(server.owner, id);
    expect(after.map(({ itemId }) => itemId)).toEqual(words.slice(1));
    expect(after[0]).toEqual(before[1]);
    expect(after[1]?.writtenBy).not.toBe(before[1]?.writtenBy);
  });

  it('preserve their given order, also over a gap', async () => {
    const ids = [];
    for (const th of ['ก', 'ข', 'ค', 'ง']) ids.push((await notes.create(ctx, titled(th))).id);
    const [a, b, c, d] = ids as [string, string, string, string];
    const key = { workspaceId: dpo.workspaceId, id: await buildApplication() };
    const links = { table: 'applicationPurposes', owner: 'applicationId', column: 'purposeId', ordered: true } as const;
    const write = (from: string[], to: string[]) => ctx.transaction((trx) => writeLinks(trx, links, key, from, to));
    const stored = async () =>
      (
        await server.owner
          .selectFrom('applicationPurposes')
          .select('purposeId')
          .where('applicationId', '=', key.id)
          .orderBy('position')
          .execute()
      ).map(({ purposeId }) => purposeId);
    await write([], [a, b, c]);
    await server.owner
      .updateTable('applicationPurposes')
      .set({ position: 9 })
      .where('applicationId', '=', key.id)
      .where('purposeId', '=', c)
      .execute();
    for (const [from, to] of [
      [
        [a, b, c],
        [c, d, a],
      ],
      [
        [c, d, a],
        [c, a],
      ],
      [
        [c, a],
        [a, c, b],
      ],
      [[a, c, b], []],
    ] as const) {
      await write([...from], [...to]);
      expect(await stored()).toEqual(to);
    }
  });
});

async function buildApplication(): Promise<string> {
  const { id: dataControllerId } = await buildDataController(server, dpo.workspaceId);
  const id = randomUUIDv7();
  await server.owner
    .insertInto('applications')
    .values({ workspaceId: dpo.workspaceId, id, name: 'ระบบ', description: 'ระบบ', dataControllerId })
    .execute();
  return id;
}

it('the log names linked records and separates both languages', () => {
  const word = { id: '1', name: { th: 'ก', en: 'a' } };
  expect(
    logFields(
      {
        title: { th: 'ก', en: 'a' },
        word,
        none: null,
        words: [word, { id: '2', name: 'ข' }],
        bases: ['x'],
        on: true,
        n: 3,
      },
      { n: (value) => ({ doubled: value * 2 }) },
    ),
  ).toEqual({
    titleTh: 'ก',
    titleEn: 'a',
    word: 'ก',
    none: null,
    words: ['ก', 'ข'],
    bases: ['x'],
    on: true,
    doubled: 6,
  });
});
