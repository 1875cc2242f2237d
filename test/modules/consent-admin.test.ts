import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
/**
 * Admin of three workspaces of an organisation (the console of the third is off), DPO of a fourth, nobody elsewhere.
 */
let admin: Person;
const forms: BuiltForm[] = [];
/** Choices of data subjects within reach of the console, oldest first. */
const done: { form: BuiltForm; uid: string; at: Date; source: string; granted: number[] }[] = [];

beforeAll(async () => {
  server = await sharedServer();
  const first = await buildWorkspace(server, { name: 'ก แรก' });
  const { organizationId } = first;
  admin = await buildPerson(server, { workspaceId: first.id });
  const join = async (name: string, role: 'Admin' | 'DPO', flags = {}) => {
    const { id } = await buildWorkspace(server, { name, organizationId, flags });
    return buildPerson(server, { workspaceId: id, userId: admin.userId, email: admin.email, role });
  };
  const second = await join('ข สอง', 'Admin');
  const off = await join('ค ปิด', 'Admin', { adminConsoleEnable: false });
  const dpo = await join('ง ดีพีโอ', 'DPO');
  const stranger = await buildPerson(server);
  for (const [person, name] of [
    [admin, 'ฟอร์ม ก'],
    [admin, 'ฟอร์ม ค'],
    [second, 'ฟอร์ม ข'],
    [off, 'ฟอร์มปิด'],
    [await buildPerson(server, { workspaceId: dpo.workspaceId }), 'ฟอร์มดีพีโอ'],
    [stranger, 'ฟอร์มอื่น'],
  ] as const) {
    forms.push(await buildConsentForm(server, person, { name, purposes: 2 }));
  }
  for (let number = 0; number < 90; number += 1) {
    // 7 hours apart, across midnight in Bangkok.
    done.push({
      form: forms[number % 3]!,
      uid: `u${number % 20}`,
      at: new Date(Date.UTC(2026, 3, 1, 7 * number, 1, number)),
      source: number % 10 === 0 ? 'App' : 'Website',
      // From the 60th on data subjects answer again, some of them differently.
      granted: (number % 4 === 0) !== (number >= 60 && number % 5 === 0) ? [] : [0, 1],
    });
  }
  for (const form of forms.slice(0, 3))
    await recordChoices(
      server,
      form,
      done.filter((one) => one.form === form),
    );
  for (const form of forms.slice(3))
    await recordChoices(server, form, [{ uid: 'u1', name: 'NOTTOLD', at: new Date(Date.UTC(2026, 3, 2)) }]);
});
afterAll(() => server.close());

const console_ = async (person = admin) => (await callerFor(server, person)).consentAdmin;
const list = async (more: object = {}) => (await console_()).userConsents({ ws: admin.workspaceId, ...more });

/** An export of a form's answers, not started. */
const exportOf = async (form: BuiltForm) => {
  const { personnel } = await server.owner
    .selectFrom('personnel')
    .select(['id as personnel'])
    .where('workspaceId', '=', form.workspaceId)
    .executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  await server.owner
    .insertInto('exports')
    .values({
      workspaceId: form.workspaceId,
      id,
      kind: 'user-consents',
      format: 'csv',
      locale: 'th',
      subjectId: form.id,
      subject: form.name,
      input: '{}',
      requestedBy: personnel,
    })
    .execute();
  return id;
};

describe('the admin console', () => {
  it('reaches the workspaces in which the caller is Admin and that have the module, and no other', async () => {
    expect(await (await console_()).workspaces({ ws: admin.workspaceId })).toEqual([
      { id: forms[0]!.workspaceId, name: 'ก แรก', consents: 2, submissions: 60 },
      { id: forms[2]!.workspaceId, name: 'ข สอง', consents: 1, submissions: 30 },
    ]);
    for (const ws of [forms[3]!.workspaceId, forms[4]!.workspaceId])
      expect((await refusal((await console_()).workspaces({ ws }))).status).toBe('FORBIDDEN');
    for (const form of forms.slice(3)) {
      expect((await list({ workspaceId: form.workspaceId })).meta.totalItems).toBe(0);
      expect(
        (await (await console_()).consents({ ws: admin.workspaceId, workspaceId: form.workspaceId })).collection,
      ).toEqual([]);
      expect((await list({ consentId: form.id })).collection).toEqual([]);
    }
  });

  it('lists their forms in one order, by name in Thai or by change', async () => {
    const byName = await (await console_()).consents({ ws: admin.workspaceId, sortBy: 'name', sortDirection: 'ASC' });
    expect(byName.collection.map(({ name, workspace, submissions }) => [name, workspace.name, submissions])).toEqual([
      ['ฟอร์ม ก', 'ก แรก', 30],
      ['ฟอร์ม ข', 'ข สอง', 30],
      ['ฟอร์ม ค', 'ก แรก', 30],
    ]);
    expect(byName.meta).toEqual({ currentPage: 1, pageSize: 10, totalPage: 1, totalItems: 3 });
    const second = await (
      await console_()
    ).consents({ ws: admin.workspaceId, sortBy: 'name', sortDirection: 'DESC', pageSize: 2, currentPage: 2 });
    expect(second.collection.map(({ name }) => name)).toEqual(['ฟอร์ม ก']);
    const answer = await server.app.inject({
      url: `/api/v1/admin-service/consents?ws=${admin.workspaceId}&query=${encodeURIComponent('ฟอร์ม ข')}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.json()).toMatchObject({
      collection: [{ id: forms[2]!.id, workspace: { name: 'ข สอง' } }],
      meta: { totalItems: 1 },
    });
  });

  it('filters the forms by published or draft', async () => {
    await server.owner.updateTable('consents').set({ status: 'draft' }).where('id', '=', forms[2]!.id).execute();
    try {
      const call = await console_();
      const named = async (status: 'ALL' | 'PUBLISHED' | 'DRAFT') => {
        const { collection, meta } = await call.consents({ status, sortBy: 'name', sortDirection: 'ASC' });
        expect(meta.totalItems).toBe(collection.length);
        return collection.map(({ name }) => name);
      };
      expect(await named('PUBLISHED')).toEqual(['ฟอร์ม ก', 'ฟอร์ม ค']);
      expect(await named('DRAFT')).toEqual(['ฟอร์ม ข']);
      expect(await named('ALL')).toHaveLength(3);
    } finally {
      await server.owner.updateTable('consents').set({ status: 'published' }).where('id', '=', forms[2]!.id).execute();
    }
  });

  it('filters and sorts the forms like the list of one workspace', async () => {
    const call = await console_();
    const named = async (more: object) => {
      const { collection, meta } = await call.consents({ sortBy: 'name', sortDirection: 'ASC', ...more });
      expect(meta.totalItems).toBe(collection.length);
      return collection.map(({ name }) => name);
    };
    const set = (form: BuiltForm, values: object) =>
      server.owner.updateTable('consents').set(values).where('id', '=', form.id).execute();
    const ended = (effectiveTo: string | null) =>
      server.owner
        .updateTable('consentVersions')
        .set({ content: JSON.stringify({ ...forms[2]!.content, effectiveTo }) })
        .where('consentId', '=', forms[2]!.id)
        .execute();
    await set(forms[0]!, { active: false, createdAt: '2026-03-03T00:00:00Z' });
    await set(forms[1]!, { status: 'draft', createdAt: '2026-03-01T00:00:00Z' });
    await set(forms[2]!, { createdAt: '2026-03-02T00:00:00Z' });
    await ended('2020-01-01');
    try {
      expect(await named({ active: true })).toEqual(['ฟอร์ม ข', 'ฟอร์ม ค']);
      expect(await named({ active: false })).toEqual(['ฟอร์ม ก']);
      expect(await named({ inForce: true })).toEqual(['ฟอร์ม ค']);
      expect(await named({ inForce: false })).toEqual(['ฟอร์ม ก', 'ฟอร์ม ข']);
      expect(await named({ inForce: false, active: true })).toEqual(['ฟอร์ม ข']);
      expect(await named({ sortBy: 'createdAt' })).toEqual(['ฟอร์ม ค', 'ฟอร์ม ข', 'ฟอร์ม ก']);
      expect(await named({ sortBy: 'createdAt', sortDirection: 'DESC' })).toEqual(['ฟอร์ม ก', 'ฟอร์ม ข', 'ฟอร์ม ค']);
      expect((await named({ sortBy: 'status' }))[0]).toBe('ฟอร์ม ค');
      expect((await named({ sortBy: 'status', sortDirection: 'DESC' }))[2]).toBe('ฟอร์ม ค');
    } finally {
      await ended(null);
      for (const form of forms.slice(0, 3)) await set(form, { active: true, status: 'published' });
    }
  });

  it('requires no workspace parameter, but an Admin of one of them', async () => {
    const get = ({ token }: Person, address: string) =>
      server.app.inject({ url: `/api/v1/admin-service/${address}`, headers: { authorization: `Bearer ${token}` } });
    expect((await get(admin, 'consents')).json()).toMatchObject({ meta: { totalItems: 3 } });
    expect((await get(admin, 'user-consents')).json()).toMatchObject({ meta: { totalItems: 90 } });
    const dpo = await buildPerson(server, { workspaceId: admin.workspaceId, role: 'DPO' });
    for (const address of ['consents', 'user-consents', `exports/${randomUUIDv7()}`])
      expect((await get(dpo, address)).statusCode, address).toBe(403);
  });

  it('returns the progress of exports of any of the workspaces, and knows none of others', async () => {
    const read = async (id: string) => {
      const answer = await server.app.inject({
        url: `/api/v1/admin-service/exports/${id}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      return { status: answer.statusCode, body: answer.json() as unknown };
    };
    const id = await exportOf(forms[2]!);
    expect(await read(id)).toMatchObject({ status: 200, body: { id, kind: 'user-consents' } });
    for (const form of forms.slice(3)) expect((await read(await exportOf(form))).status).toBe(404);
  });

  it('lists their submissions merged by time, every page exact', async () => {
    const label = ({ form, uid, at }: (typeof done)[number]) => `${form.name} ${uid} ${at.toISOString()}`;
    const expectAll = async (filters: object, wanted: (one: (typeof done)[number]) => boolean) => {
      for (const sortDirection of ['DESC', 'ASC'] as const) {
        const matching = done.filter(wanted);
        if (sortDirection === 'DESC') matching.reverse();
        const names: string[] = [];
        for (let currentPage = 1; currentPage <= Math.max(1, Math.ceil(matching.length / 7)); currentPage += 1) {
          const { collection, meta } = await list({ ...filters, sortDirection, currentPage, pageSize: 7 });
          expect(meta.totalItems, JSON.stringify(filters)).toBe(matching.length);
          names.push(...collection.map(({ consent, uid, at }) => `${consent.name} ${uid} ${at}`));
        }
        expect(names, JSON.stringify(filters)).toEqual(matching.map(label));
      }
    };
    await expectAll({}, () => true);
    await expectAll({ workspaceId: forms[2]!.workspaceId }, ({ form }) => form === forms[2]);
    await expectAll({ consentId: forms[1]!.id }, ({ form }) => form === forms[1]);
    await expectAll({ action: 'NONE' }, ({ granted }) => granted.length === 0);
    await expectAll({ source: 'App' }, ({ source }) => source === 'App');
    await expectAll(
      { source: 'App', workspaceId: forms[2]!.workspaceId },
      ({ source, form }) => source === 'App' && form === forms[2],
    );
    /** Whether the same data subject had answered the form differently before. */
    const changed = (one: (typeof done)[number]) => {
      const before = done.slice(0, done.indexOf(one)).findLast(({ form, uid }) => form === one.form && uid === one.uid);
      return before !== undefined && before.granted.length !== one.granted.length;
    };
    expect(new Set(done.filter(changed).map(({ form }) => form.workspaceId)).size).toBe(2);
    await expectAll({ action: 'CHANGED' }, changed);
    await expectAll({ version: 1 }, () => true);
    await expectAll({ version: 2 }, () => false);
    const { purposeIds } = forms[1]!;
    const allows = ({ form, granted }: (typeof done)[number], bit: number) =>
      form === forms[1] && granted.includes(bit);
    await expectAll({ purposeId: purposeIds[1] }, (one) => allows(one, 1));
    await expectAll({ purposeId: purposeIds[0], uid: 'u7' }, (one) => allows(one, 0) && one.uid === 'u7');
    await expectAll({ purposeId: forms[3]!.purposeIds[0] }, () => false);
    await expectAll({ uid: 'u7' }, ({ uid }) => uid === 'u7');
    const [from, to] = [new Date(Date.UTC(2026, 3, 5, 3)), new Date(Date.UTC(2026, 3, 9, 11, 30))];
    await expectAll({ from: from.toISOString(), to: to.toISOString() }, ({ at }) => at >= from && at < to);
    await expectAll(
      { from: from.toISOString(), to: new Date(from.getTime() + 3 * 3_600_000).toISOString(), action: 'ALL' },
      ({ at, granted }) => at >= from && at.getTime() < from.getTime() + 3 * 3_600_000 && granted.length > 0,
    );
  });

  it('counts answers by day over all of them, of one workspace or one purpose, and of no other workspace', async () => {
    const history = async (more: object = {}) =>
      (await console_()).history({ ws: admin.workspaceId, from: '2026-04-01', to: '2026-04-30', ...more });
    const dayOf = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
    const expectCounts = async (filters: object, wanted: (one: (typeof done)[number]) => boolean) => {
      const { total, days, step } = await history(filters);
      const matching = done.filter(wanted);
      expect(step).toBe('day');
      expect(days).toHaveLength(30);
      expect(total, JSON.stringify(filters)).toMatchObject({
        ALL: matching.filter(({ granted }) => granted.length === 2).length,
        ACCEPT: 0,
        NONE: matching.filter(({ granted }) => granted.length === 0).length,
      });
      for (const { day, ALL, NONE } of days)
        expect(ALL + NONE, day).toBe(matching.filter(({ at }) => dayOf(at) === day).length);
    };
    await expectCounts({}, () => true);
    await expectCounts({ workspaceId: forms[2]!.workspaceId }, ({ form }) => form === forms[2]);
    await expectCounts(
      { purposeId: forms[0]!.purposeIds[1] },
      ({ form, granted }) => form === forms[0] && granted.length > 0,
    );
    await expectCounts({ workspaceId: forms[2]!.workspaceId, purposeId: forms[0]!.purposeIds[1] }, () => false);
    for (const form of forms.slice(3)) {
      await expectCounts({ workspaceId: form.workspaceId }, () => false);
      await expectCounts({ purposeId: form.purposeIds[0] }, () => false);
    }
    expect((await refusal(history({ from: '2026-05-01' }))).status).toBe('BAD_REQUEST');
    expect((await history({ from: '2020-01-01' })).step).toBe('month');
  });

  it('offers the purposes used by their forms, each with its workspace', async () => {
    const offered = await (await console_()).purposes({ ws: admin.workspaceId });
    const ids = (form: BuiltForm) => form.purposeIds.map((id) => [id, form.workspaceId]);
    expect(offered.map(({ id, workspace }) => [id, workspace.id]).sort()).toEqual(
      forms.slice(0, 3).flatMap(ids).sort(),
    );
  });

  it('offers the versions and sources of their answers, and no others', async () => {
    const offered = async (more: object = {}) => (await console_()).answerChoices({ ws: admin.workspaceId, ...more });
    const set = (form: BuiltForm, publishedVersion: number) =>
      server.owner.updateTable('consents').set({ publishedVersion }).where('id', '=', form.id).execute();
    await recordChoices(server, forms[4]!, [{ uid: 'u1', source: 'Elsewhere', at: new Date(Date.UTC(2026, 3, 2)) }]);
    await set(forms[2]!, 3);
    await set(forms[3]!, 7);
    try {
      expect(await offered()).toEqual({ form: null, versions: 3, sources: ['App', 'Website'] });
      expect(await offered({ workspaceId: admin.workspaceId })).toMatchObject({ versions: 1 });
      expect(await offered({ consentId: forms[2]!.id })).toMatchObject({
        form: { id: forms[2]!.id, name: 'ฟอร์ม ข' },
        versions: 3,
      });
      for (const form of forms.slice(3))
        expect(await offered({ consentId: form.id })).toEqual({ form: null, versions: 0, sources: [] });
    } finally {
      await set(forms[2]!, 1);
      await set(forms[3]!, 1);
    }
  });

  it('filters answers by a version of any workspace', async () => {
    const boss = await buildPerson(server);
    const branch = await buildPerson(server, {
      workspaceId: (await buildWorkspace(server)).id,
      userId: boss.userId,
      email: boss.email,
    });
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));
    for (const [person, name] of [
      [boss, 'main'],
      [branch, 'branch'],
    ] as const) {
      const form = await buildConsentForm(server, person, { purposes: 1 });
      await server.owner
        .insertInto('consentVersions')
        .values({
          workspaceId: person.workspaceId,
          id: randomUUIDv7(),
          consentId: form.id,
          version: 2,
          content: JSON.stringify(form.content),
          sha256: form.sha256,
        })
        .execute();
      await server.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', form.id).execute();
      await recordChoices(server, form, [
        { uid: `${name} 1`, at: at(1) },
        { uid: `${name} 2`, at: at(name === 'main' ? 2 : 3), version: 2 },
      ]);
    }
    const uids = async (version: number) =>
      (await (await console_(boss)).userConsents({ version, sortDirection: 'ASC' })).collection.map(({ uid }) => uid);
    expect((await uids(1)).toSorted()).toEqual(['branch 1', 'main 1']);
    expect(await uids(2)).toEqual(['main 2', 'branch 2']);
    expect(await uids(3)).toEqual([]);
  });

  it('returns whose row it is, and logs the reading of one data subject in the workspaces that have answers', async () => {
    const { collection } = await list({ pageSize: 1 });
    expect(collection[0]).toMatchObject({
      workspace: { name: 'ข สอง' },
      consent: { id: forms[2]!.id, name: 'ฟอร์ม ข' },
      uid: 'u9',
      purposes: [{ id: forms[2]!.purposeIds[0] }, {}],
    });
    const readings = () =>
      server.owner
        .selectFrom('activityLogs')
        .select(['workspaceId', 'entityId', 'subject'])
        .where('event', '=', 'userConsent.read')
        // Other files of the same server move its time.
        .where(
          'workspaceId',
          'in',
          forms.map(({ workspaceId }) => workspaceId),
        )
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
    const before = (await readings()).length;
    await list({ uid: 'u3', workspaceId: forms[2]!.workspaceId, pageSize: 100 });
    expect((await readings()).slice(before)).toEqual([
      { workspaceId: forms[2]!.workspaceId, entityId: forms[2]!.id, subject: 'ฟอร์ม ข' },
    ]);
    expect((await list({ uid: randomUUIDv7() })).meta.totalItems).toBe(0);
    // A page behind the last one states the total as well.
    const far = await list({ uid: 'u4', workspaceId: forms[2]!.workspaceId, currentPage: 2, pageSize: 100 });
    expect([far.collection, far.meta.totalItems > 0]).toEqual([[], true]);
    expect(await readings()).toHaveLength(before + 2);
  });

  it('lists every workspace where the console is on, also one that does not use consent', async () => {
    const { organizationId } = await server.owner
      .selectFrom('workspaces')
      .select('organizationId')
      .where('id', '=', admin.workspaceId)
      .executeTakeFirstOrThrow();
    const flags = { consentEnabled: false };
    const { id } = await buildWorkspace(server, { name: 'ฉ ไม่มีความยินยอม', organizationId, flags });
    const boss = await buildPerson(server);
    for (const workspaceId of [id, admin.workspaceId])
      await buildPerson(server, { workspaceId, userId: boss.userId, email: boss.email });
    const call = await console_(boss);
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    expect(names(await call.consoleWorkspaces({ ws: id }))).toEqual(['ก แรก', 'ฉ ไม่มีความยินยอม']);
    expect(names(await call.workspaces({ ws: id }))).toEqual(['ก แรก']);
  });

  it('is restricted to Admins', async () => {
    for (const role of ['DPO', 'Staff', 'Top Management'] as const) {
      const person = await buildPerson(server, { workspaceId: admin.workspaceId, role });
      for (const call of [
        (await console_(person)).consoleWorkspaces,
        (await console_(person)).workspaces,
        (await console_(person)).consents,
        (await console_(person)).userConsents,
        (await console_(person)).history,
        (await console_(person)).purposes,
        (await console_(person)).answerChoices,
      ])
        expect((await refusal(call({ ws: admin.workspaceId }))).status).toBe('FORBIDDEN');
    }
  });

  it('belongs to the organisation in which it was opened, for an Admin of two', async () => {
    const { id: workspaceId } = await buildWorkspace(server, { name: 'จ องค์กรอื่น' });
    const { userId, email } = admin;
    const elsewhere = await buildPerson(server, { workspaceId, userId, email, role: 'Admin' });
    const form = await buildConsentForm(server, elsewhere, { name: 'ฟอร์มองค์กรอื่น', purposes: 1 });
    await recordChoices(server, form, [{ uid: 'u1', name: '', at: new Date(Date.UTC(2026, 3, 2)) }]);
    const names = async (ws: string) => (await (await console_()).workspaces({ ws })).map(({ name }) => name);
    expect(await names(admin.workspaceId)).toEqual(['ก แรก', 'ข สอง']);
    expect(await names(workspaceId)).toEqual(['จ องค์กรอื่น']);
    expect((await list()).meta.totalItems).toBe(90);
    expect((await list({ workspaceId })).meta.totalItems).toBe(0);
    expect((await list({ ws: workspaceId })).meta.totalItems).toBe(1);
    const id = await exportOf(form);
    const call = await console_();
    for (const ws of [workspaceId, undefined]) expect(await call.export({ ws, id })).toMatchObject({ id });
    expect((await refusal(call.export({ ws: admin.workspaceId, id }))).code).toBe('export.notFound');
  });
});
