import { updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { withScope } from '../../db/client.ts';
import { lockPublished } from '../../server/modules/privacyNotice/queries.ts';
import { commands } from '../../server/modules/workspace/operator.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import { PERMISSIONS } from '../../shared/registry/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowInput } from '../../shared/dataMapping/schema.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { publishRegister } from '../helpers/publishedRegister.ts';
import { wordsOf } from '../helpers/record.ts';
import { refusal } from '../helpers/refusal.ts';
import { attributesOf, completeFlow } from '../helpers/register.ts';

const HOSTILE = '</h2><script>globalThis.hit=1</script> #read("/etc/passwd") *x* $a$';

let server: TestServer;
let dpo: Person;
let ws: string;
let dataControllerId: string;
beforeAll(async () => {
  server = await buildServer({});
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO', name: 'สมปอง คุ้มครอง' });
  ws = dpo.workspaceId;
  ({ id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' }));
});
afterAll(() => server.close());

const calls = async () => callerFor(server, dpo);

/** An application with one published purpose for customers. */
async function buildPublished(name: string, changes: object = {}) {
  const { application } = await calls();
  const { word } = await wordsOf(server, ws);
  const { id } = await application.create({
    ws,
    name,
    description: 'ระบบตัวอย่าง',
    dataControllerId,
    dataSourceId: word('dataSource'),
  } as never);
  const groups = await server.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('nameTh', '=', 'ลูกค้า')
    .executeTakeFirstOrThrow();
  const category = await server.owner
    .selectFrom('purposeCategories')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('nameEn', 'not ilike', '%marketing%')
    .executeTakeFirstOrThrow();
  const { purposeId } = await publishRegister(server, dpo, id, {
    dataSubjectGroupIds: [groups.id],
    purposeCategoryId: category.id,
    ...changes,
  });
  return { applicationId: id, purposeId };
}

const saveOf = (notice: Notice, changes: object = {}) => ({
  ws,
  id: notice.id,
  rowVersion: notice.rowVersion,
  ...notice.draft,
  ...changes,
});

/** A complete notice of only this application. */
async function buildComplete(application: { applicationId: string; purposeId: string }): Promise<Notice> {
  const { privacyNotice } = await calls();
  const created = await privacyNotice.create({ ws, name: 'ประกาศสำหรับลูกค้า', kind: 'customer', dataControllerId });
  const { draft } = created;
  return privacyNotice.update(
    saveOf(created, {
      organization: { ...draft.organization, name: { th: 'โรงพยาบาลร่มเย็น', en: 'Romyen Hospital' } },
      dpo: { ...draft.dpo, email: 'dpo@romyen.example', phone: '021234567' },
      applications: draft.applications.filter(({ id }) => id === application.applicationId),
      provisions: [
        {
          purposeId: application.purposeId,
          required: true,
          consequence: { th: 'เราดูแลท่านไม่ได้', en: 'we cannot care for you.' },
        },
      ],
      ageAcknowledged: true,
      sensitiveAcknowledged: true,
      approver: { name: 'สมหญิง อนุมัติ', position: 'ผู้อำนวยการ' },
    }),
  );
}
const publish = async ({ id, rowVersion }: Notice, more: object = {}) =>
  (await calls()).privacyNotice.publish({ ws, id, rowVersion, ...more });
const textOf = ({ parts }: Pick<Notice, 'parts'>, locale: 'th' | 'en') =>
  parts.flatMap(({ heading, sentences }) => [heading[locale], ...sentences.map((one) => one[locale])]).join('\n');

/** Saves the draft of an application with these fields. */
async function editApplication(id: string, changes: object): Promise<void> {
  const { application } = await calls();
  const { draftOf } = await import('../../shared/application/fields.ts');
  const { rowVersion, ...before } = await application.get({ ws, id });
  await application.update({ ...draftOf(before), ws, id, rowVersion, ...changes } as never);
}

/** Publishes the next version of a purpose with these fields; answers the content before. */
async function republish(purposeId: string, changes: object) {
  const { purpose } = await calls();
  const before = await purpose.get({ ws, id: purposeId });
  const { draftOf } = await import('../../shared/purpose/fields.ts');
  const saved = await purpose.update({
    ws,
    id: purposeId,
    rowVersion: before.rowVersion,
    ...draftOf(before.content),
    ...changes,
  } as never);
  await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
  return before.content;
}

/** Saves the data mapping of an application: lines of the purpose, for customers. */
async function saveMapping(
  { applicationId: id, purposeId }: { applicationId: string; purposeId: string },
  lines: readonly Partial<FlowInput>[],
): Promise<void> {
  const { application, dataMapping, purpose } = await calls();
  const { rowVersion } = await application.get({ ws, id });
  const [group] = (await purpose.get({ ws, id: purposeId })).content.dataSubjectGroups;
  const line = { ...(await completeFlow(server, ws, purposeId)), dataSubjectGroupId: group!.id };
  await dataMapping.update({ ws, id, rowVersion, flows: lines.map((changes) => ({ ...line, ...changes })) });
}
/** Saves and publishes it. */
async function publishMapping(
  built: { applicationId: string; purposeId: string },
  lines: readonly Partial<FlowInput>[],
) {
  await saveMapping(built, lines);
  const { application } = await calls();
  const { rowVersion } = await application.get({ ws, id: built.applicationId });
  await application.publish({ ws, id: built.applicationId, rowVersion });
}

describe('a notice', () => {
  it('starts with the published register data of its groups, and lists what the act still requires', async () => {
    const { applicationId, purposeId } = await buildPublished('ระบบลูกค้าสัมพันธ์');
    const { privacyNotice } = await calls();
    const notice = await privacyNotice.create({ ws, name: 'ประกาศ', kind: 'customer', dataControllerId });
    expect(notice.draft.applications.map(({ id }) => id)).toContain(applicationId);
    expect(notice.draft.rights.codes).toEqual([
      'ACCESS',
      'PORTABILITY',
      'ERASURE',
      'RESTRICTION',
      'RECTIFICATION',
      'COMPLAINT',
    ]);
    expect(notice.draft.measures.ids.length).toBeGreaterThan(0);
    const text = textOf(notice, 'th');
    for (const part of ['โรงพยาบาลร่มเย็น', 'ดูแลผู้ป่วย', 'ม.24(3)', '10 ปี', 'ม.30', 'ม.73']) expect(text).toContain(part);
    expect(text).not.toContain('ม.32');
    expect(notice.gaps).toContainEqual(
      expect.objectContaining({ section: '23(2)', record: 'privacyNotice', id: purposeId, field: 'provision' }),
    );
    expect(notice.points.find(({ section }) => section === '23(2)')?.state).toBe('open');
    const problems = notice.problems.map(({ path }) => path.join('.'));
    expect(problems).toContain('ageAcknowledged');
    expect(problems).toContain('sensitiveAcknowledged');
  });

  it('finds the applications for its groups also behind fifty that are for others', async () => {
    const { id: controllerId } = await buildDataController(server, ws, { nameTh: 'บริษัทที่มีหลายระบบ' });
    const built = await buildPublished('ฮ ระบบสุดท้ายของลูกค้า');
    const [version] = await server.owner
      .selectFrom('applicationVersions')
      .select('content')
      .where('applicationId', '=', built.applicationId)
      .execute();
    const move = { dataControllerId: controllerId };
    await server.owner.updateTable('applications').set(move).where('id', '=', built.applicationId).execute();
    const others = Array.from({ length: 50 }, (_, place) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      name: `ก ระบบภายใน ${place}`,
      description: 'ระบบตัวอย่าง',
      ...move,
      publishedVersion: 1,
      status: 'published',
    }));
    await server.owner.insertInto('applications').values(others).execute();
    const content = JSON.stringify({ ...(version!.content as object), purposes: [] });
    await server.owner
      .insertInto('applicationVersions')
      .values(
        others.map(({ id }) => ({
          workspaceId: ws,
          id: randomUUIDv7(),
          applicationId: id,
          version: 1,
          content,
          sha256: '0'.repeat(64),
        })),
      )
      .execute();
    const { privacyNotice } = await calls();
    const input = { ws, name: 'ประกาศ', kind: 'customer' as const, dataControllerId: controllerId };
    const { draft } = await privacyNotice.create(input);
    expect(draft.applications.map(({ id }) => id)).toEqual([built.applicationId]);
    // Of an application alone, whatever groups its purposes name.
    const alone = await privacyNotice.create({ ...input, applicationId: others[0]!.id });
    expect(alone.draft.applications.map(({ id }) => id)).toEqual([others[0]!.id]);
    await server.owner.deleteFrom('privacyNoticeApplications').where('privacyNoticeId', '=', alone.id).execute();
    await server.owner
      .deleteFrom('applicationVersions')
      .where(
        'applicationId',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
    await server.owner
      .deleteFrom('applications')
      .where(
        'id',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
  });

  it('names other data controllers with which purposes share data as recipients, and each request form', async () => {
    const { application, privacyNotice, requestForm } = await calls();
    const { draftOf } = await import('../../shared/application/fields.ts');
    const sister = await buildDataController(server, ws, { nameTh: 'บริษัทในเครือ', nameEn: 'Sister Company' });
    const receiver = await application.create({
      ws,
      name: 'ระบบของบริษัทในเครือ',
      description: 'ระบบตัวอย่าง',
      dataControllerId: sister.id,
    } as never);
    const own = await application.create({
      ws,
      name: 'ระบบบัญชี',
      description: 'ระบบตัวอย่าง',
      dataControllerId,
    } as never);
    const built = await buildPublished('ระบบที่ใช้ข้อมูลร่วม', {
      internalSharing: true,
      internalApplicationIds: [receiver.id, own.id],
    });
    const complete = await buildComplete(built);
    expect(complete.applications.flatMap(({ purposes }) => purposes[0]!.details)).toContain('recipientKinds');
    const sentences = (notice: Notice, section: string) =>
      notice.parts.flatMap((part) => part.sentences).filter((one) => one.section === section);
    expect(sentences(complete, '23(4)').map(({ th, en }) => [th, en])).toEqual([
      ['เปิดเผยแก่ บริษัทในเครือ', 'Disclosed to Sister Company.'],
    ]);
    expect(complete.points.find(({ section }) => section === '23(4)')?.state).toBe('complete');
    const published = await publish(complete);
    const { rowVersion, ...before } = await application.get({ ws, id: receiver.id });
    await application.update({ ...draftOf(before), ws, id: receiver.id, rowVersion, dataControllerId });
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({
      tellAgain: false,
      changes: [
        { field: 'internalApplications', kind: 'removed' },
        { field: 'thirdParties', kind: 'added' },
      ],
    });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).not.toBeNull();

    const other = await buildPublished('ระบบที่มีแบบคำขอ');
    const ids = [built.applicationId, other.applicationId];
    for (const applicationId of ids) {
      const form = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId });
      await requestForm.publish({ ws, id: form.id, rowVersion: form.rowVersion });
    }
    const both = await privacyNotice.update(
      saveOf(await privacyNotice.get({ ws, id: published.id }), {
        applications: ids.map((id) => ({ id, groupIds: [], bases: [] })),
      }),
    );
    const links = both.parts.flatMap((part) => part.sentences).filter(({ source }) => source.field === 'link');
    expect(links.map(({ en }) => /^For “(.+)”/.exec(en)?.[1])).toEqual(['ระบบที่ใช้ข้อมูลร่วม', 'ระบบที่มีแบบคำขอ']);
  });

  it('contains nothing of a group or an application that was never published', async () => {
    const { privacyNotice } = await calls();
    const employees = await privacyNotice.create({ ws, name: 'พนักงาน', kind: 'employee', dataControllerId });
    expect(employees.draft.applications).toEqual([]);
    expect(employees.parts.map(({ kind }) => kind)).not.toContain('purpose');
    const { application } = await calls();
    const { id } = await application.create({
      ws,
      name: 'ยังไม่เผยแพร่',
      description: 'ระบบตัวอย่าง',
      dataControllerId,
    } as never);
    const saved = await privacyNotice.update(saveOf(employees, { applications: [{ id, groupIds: [], bases: [] }] }));
    expect(saved.problems).toContainEqual({ path: ['applications', 0], key: 'privacyNotice:notPublished' });
    expect(saved.applications).toMatchObject([{ id, name: 'ยังไม่เผยแพร่', version: 0 }]);
  });

  it('is published as an immutable version, with a hash for each language', async () => {
    const built = await buildPublished('ระบบนัดหมาย');
    const complete = await buildComplete(built);
    expect([complete.problems, complete.gaps]).toEqual([[], []]);
    const published = await publish(complete);
    expect(published).toMatchObject({
      status: 'published',
      publishedVersion: 1,
      versionInForce: 1,
      effectiveOn: '2026-11-20',
    });
    const { privacyNotice } = await calls();
    const version = await privacyNotice.version({ ws, id: published.id, v: 1 });
    expect(version.content.effectiveOn).toBe('2026-11-20');
    expect(version.sha256Th).toMatch(/^[0-9a-f]{64}$/);
    expect(version.sha256En).not.toBe(version.sha256Th);
    expect(textOf(version.content, 'en')).toContain('we cannot care for you.');
    expect((await privacyNotice.versions({ ws, id: published.id })).collection).toHaveLength(1);
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({ version: 1, changes: [] });
  });

  it('of a hospital under a contract and section 26(5)(a) is published without a promise to erase', async () => {
    const { sensitive } = await wordsOf(server, ws);
    const built = await buildPublished('ระบบเวชระเบียน', {
      piiCategoryIds: [sensitive],
      lawfulBases: ['contract'],
      sensitiveExemptions: ['necessaryWithLaw'],
    });
    const { privacyNotice } = await calls();
    const complete = await buildComplete(built);
    const detailed = (draft: Notice['draft'], letters: Notice['draft']['provisions'][number]['letters']) =>
      draft.provisions.map((provision) => ({ ...provision, letters }));
    const withoutErasure = { ...complete.draft.rights, codes: complete.applyingRights };
    expect(complete.applications[0]!.purposes[0]!.details).toEqual(expect.arrayContaining(['law', 'letters']));
    // Nobody has said which letter it is: the notice may name the right, and need not.
    expect(withoutErasure.codes).not.toContain('ERASURE');
    const open = await privacyNotice.update(saveOf(complete, { rights: withoutErasure }));
    expect(open.gaps).toEqual([]);
    const named = await privacyNotice.update(
      saveOf(open, { rights: { ...withoutErasure, codes: [...withoutErasure.codes, 'ERASURE'] } }),
    );
    expect(textOf(named, 'th')).toContain('ม.33');
    const labour = await privacyNotice.update(
      saveOf(named, { rights: withoutErasure, provisions: detailed(named.draft, ['c']) }),
    );
    expect(labour.gaps).toMatchObject([{ section: '23(6)', field: 'rights.ERASURE' }]);
    const saved = await privacyNotice.update(
      saveOf(labour, { rights: named.draft.rights, provisions: detailed(labour.draft, ['a']) }),
    );
    expect([saved.problems, saved.gaps]).toEqual([[], []]);
    const published = await publish(saved);
    const { content } = await privacyNotice.version({ ws, id: published.id, v: 1 });
    expect(textOf(content, 'th')).toContain('(ม.26(5)(ก))');
    expect(textOf(content, 'th')).not.toContain('ม.33');
  });

  it('asks for the effect of withdrawing where the data mapping alone makes data sensitive, and no longer where it does not', async () => {
    const built = await buildPublished('ระบบฟิตเนส', { lawfulBases: ['contract'] });
    const { privacyNotice } = await calls();
    const complete = await buildComplete(built);
    const offered = (notice: Notice) => notice.applications[0]!.purposes[0]!;
    expect(offered(complete)).toMatchObject({ sensitive: false });
    expect(offered(complete).details).not.toContain('withdrawalEffect');
    const { id: sensitive } = await server.owner
      .selectFrom('piiAttributes')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('sensitive', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow();
    await publishMapping(built, [{ attributeIds: [sensitive] }]);
    const mapped = await privacyNotice.get({ ws, id: complete.id });
    expect(textOf(mapped, 'en')).toContain('explicit consent');
    expect(offered(mapped)).toMatchObject({ sensitive: true });
    expect(offered(mapped).details).toContain('withdrawalEffect');

    // The mapping decides where there is one: the purpose's own category is not collected.
    const { sensitive: category } = await wordsOf(server, ws);
    await republish(built.purposeId, { piiCategoryIds: [category], sensitiveExemptions: ['necessaryWithLaw'] });
    await publishMapping(built, [{}]);
    const plain = await privacyNotice.get({ ws, id: complete.id });
    expect(textOf(plain, 'en')).not.toContain('explicit consent');
    expect(offered(plain)).toMatchObject({ sensitive: false });
    for (const detail of ['withdrawalEffect', 'letters', 'law'] as const)
      expect(offered(plain).details).not.toContain(detail);
  });

  it('cannot be published with missing values, and names all of them', async () => {
    const { privacyNotice } = await calls();
    const draft = await privacyNotice.create({ ws, name: 'ไม่ครบ', kind: 'website', dataControllerId });
    const error = await refusal(publish(draft));
    expect(error).toMatchObject({ code: 'privacyNotice.incomplete' });
    expect(error.fields).toEqual(expect.arrayContaining(['applications', 'ageAcknowledged', 'approver.name']));
  });

  it('leaves no name of its approver in the activity log', async () => {
    const { activityLog } = await calls();
    const { id } = await buildComplete(await buildPublished('ระบบรับรองผู้อนุมัติ'));
    const { collection } = await activityLog.list({ ws, entityId: id });
    expect(collection.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'approver', old: '', newText: 'ส•••' }),
    );
    expect(JSON.stringify(collection)).not.toContain('สมหญิง');
  });

  it('in force from a future day, leaves the previous version in force until then', async () => {
    const built = await buildPublished('ระบบสมาชิก');
    const first = await publish(await buildComplete(built));
    const { privacyNotice } = await calls();
    const saved = await privacyNotice.update(saveOf(first, { effectiveFrom: '2026-12-01' }));
    const second = await publish(saved);
    expect(second).toMatchObject({ publishedVersion: 2, versionInForce: 1, effectiveOn: '2026-12-01' });
    server.clock.set('2026-11-30T17:00:00Z');
    expect(await privacyNotice.get({ ws, id: second.id })).toMatchObject({ versionInForce: 2 });
    server.clock.set('2026-11-20T05:00:00Z');
  });
});

describe('the register of a notice', () => {
  it('published again, lists the changes of the notice and whether people have to be informed', async () => {
    const built = await buildPublished('ระบบชำระเงิน');
    const published = await publish(await buildComplete(built));
    const { privacyNotice } = await calls();
    await republish(built.purposeId, {
      retention: { indefinite: false, amount: 5, unit: 'year', startEvent: null, startNote: '', note: '' },
    });
    const shorter = await privacyNotice.drift({ ws, id: published.id });
    expect(shorter).toMatchObject({
      tellAgain: false,
      changes: [{ field: 'retention', kind: 'changed', tellAgain: false }],
    });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).not.toBeNull();
    await republish(built.purposeId, {
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'บริษัทรับชำระเงิน', countries: ['SG'], contract: 'DPA-1', safeguard: 'standardClauses' }],
    });
    const { changes, tellAgain } = await privacyNotice.drift({ ws, id: published.id });
    expect(tellAgain).toBe(true);
    expect(changes.filter((change) => change.tellAgain).map(({ section }) => section)).toEqual(['23(4)', '29']);
    expect((await privacyNotice.list({ ws, drifted: true })).collection.map(({ id }) => id)).toContain(published.id);
    const events = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', ws)
      .where('entityId', '=', published.id)
      .where('event', '=', 'privacyNotice.drifted')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('with a request form that came into force or accepts no requests any more, lists the change', async () => {
    const built = await buildPublished('ระบบแบบคำขอ');
    const published = await publish(await buildComplete(built));
    const { privacyNotice, requestForm } = await calls();
    const created = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId: built.applicationId });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).toBeNull();
    const form = await requestForm.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const drifted = await privacyNotice.get({ ws, id: published.id });
    expect(drifted.driftedAt).not.toBeNull();
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({
      tellAgain: true,
      changes: [
        { field: 'requestContact', kind: 'removed', tellAgain: false },
        { field: 'link', kind: 'added', record: 'requestForm', recordId: form.id, tellAgain: true },
      ],
    });
    await requestForm.deactivate({ ws, id: form.id, rowVersion: form.rowVersion });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).toBeNull();
  });

  it('leads to no request form while requests are switched off, and the published notice differs until they are on', async () => {
    const built = await buildPublished('ระบบที่ปิดรับคำขอ');
    const draft = await buildComplete(built);
    const { privacyNotice, requestForm } = await calls();
    const created = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId: built.applicationId });
    await requestForm.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const published = await publish(draft);
    expect(published.summary.requestUrl).toContain(created.id);
    const turn = (state: 'on' | 'off') => commands['set-flags'].run(server.deps, [ws, `dsrmEnabled=${state}`]);
    await turn('off');
    const off = await privacyNotice.get({ ws, id: published.id });
    expect(off.driftedAt).not.toBeNull();
    expect(off.summary.requestUrl).toBeNull();
    expect(textOf(off, 'en')).not.toContain(created.id);
    expect(
      (await privacyNotice.drift({ ws, id: published.id })).changes.map(({ field, kind }) => [field, kind]),
    ).toEqual(
      expect.arrayContaining([
        ['link', 'removed'],
        ['requestContact', 'added'],
      ]),
    );
    await turn('on');
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).toBeNull();
  });

  it('leads to no request form whose own page takes no requests, and the published notice differs until it does', async () => {
    const built = await buildPublished('ระบบที่ปิดหน้าแบบคำขอ');
    const draft = await buildComplete(built);
    const { privacyNotice, requestForm } = await calls();
    const created = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId: built.applicationId });
    const { id } = await requestForm.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const published = await publish(draft);
    const turn = async (page: boolean) => {
      const { rowVersion, settings } = await requestForm.get({ ws, id });
      const channels = { ...settings.channels, page };
      await requestForm.updateSettings({ ws, id, rowVersion, ...settings, channels });
    };
    const state = async () => {
      const { driftedAt, summary } = await privacyNotice.get({ ws, id: published.id });
      return { drifted: driftedAt !== null, leads: summary.requestUrl?.includes(id) === true };
    };
    expect(await state()).toEqual({ drifted: false, leads: true });
    await turn(false);
    expect(await state()).toEqual({ drifted: true, leads: false });
    await turn(true);
    expect(await state()).toEqual({ drifted: false, leads: true });
  });

  it('leads whoever withdraws consent to a request form that offers it, otherwise to the contact', async () => {
    const built = await buildPublished('ระบบที่ขอความยินยอม', { lawfulBases: ['consent'] });
    const notice = await buildComplete(built);
    const { privacyNotice, requestForm } = await calls();
    const way = async () => {
      const { parts } = await privacyNotice.get({ ws, id: notice.id });
      return parts.flatMap((part) => part.sentences).find(({ section }) => section === '19')?.en;
    };
    const created = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId: built.applicationId });
    const { id, rights, draft } = created;
    const save = async (rightRequests: object[]) => {
      const { rowVersion, name, description, settings } = await requestForm.get({ ws, id });
      await requestForm.update({
        ws,
        id,
        rowVersion,
        name,
        description,
        ...draft,
        ...settings,
        rightRequests,
      } as never);
    };
    const publishForm = async () =>
      requestForm.publish({ ws, id, rowVersion: (await requestForm.get({ ws, id })).rowVersion });
    await save([{ rightRequestId: rights.find(({ code }) => code === 'ACCESS')!.id }]);
    await publishForm();
    expect(await way()).toContain('Withdraw by contacting ');
    await save(draft.rightRequests);
    // The version in force offers what it did.
    expect(await way()).toContain('Withdraw by contacting ');
    await publishForm();
    expect(await way()).toMatch(new RegExp(`Withdraw at \\S+/${id};`));
  });

  it('changes a notice in force whose draft no longer names the application, and protects it from deletion', async () => {
    const built = await buildPublished('ระบบที่ร่างไม่ระบุแล้ว');
    const published = await publish(await buildComplete(built));
    const { application, privacyNotice } = await calls();
    await privacyNotice.update(saveOf(published, { applications: [], provisions: [] }));
    await republish(built.purposeId, { title: { th: 'ดูแลผู้ป่วยนอก', en: 'Outpatient care' } });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).not.toBeNull();
    expect(await refusal(application.remove({ ws, id: built.applicationId }))).toMatchObject({
      code: 'privacyNotice.ofApplication',
    });
  });

  it('changes a notice in force by a purpose that only the draft of the application no longer has', async () => {
    const { application, privacyNotice } = await calls();
    const receiver = await application.create({
      ws,
      name: 'ระบบผู้รับข้อมูล',
      description: 'ระบบตัวอย่าง',
      dataControllerId,
    } as never);
    const sharing = { internalSharing: true, internalApplicationIds: [receiver.id] };
    const built = await buildPublished('ระบบที่เลิกใช้วัตถุประสงค์', sharing);
    const published = await publish(await buildComplete(built));
    const driftedAt = async () => (await privacyNotice.get({ ws, id: published.id })).driftedAt;
    await editApplication(built.applicationId, { purposeIds: [] });
    expect(await driftedAt()).toBeNull();
    const before = await republish(built.purposeId, { title: { th: 'ดูแลต่อเนื่อง', en: 'Continued care' } });
    expect(await driftedAt()).not.toBeNull();
    await republish(built.purposeId, { title: before.title });
    expect(await driftedAt()).toBeNull();

    // Neither the draft of the purpose nor that of the application names the receiver any more.
    const { rowVersion, content } = await (await calls()).purpose.get({ ws, id: built.purposeId });
    const { draftOf } = await import('../../shared/purpose/fields.ts');
    const none = { internalSharing: false, internalApplicationIds: [] };
    await (
      await calls()
    ).purpose.update({ ws, id: built.purposeId, rowVersion, ...draftOf(content), ...none } as never);
    const sister = await buildDataController(server, ws, { nameTh: 'บริษัทในเครือที่สอง' });
    await editApplication(receiver.id, { dataControllerId: sister.id });
    expect(await driftedAt()).not.toBeNull();
  });

  it('is compared with a notice that is just being published for the first time once it is', async () => {
    const { id } = await buildComplete(await buildPublished('ระบบที่เปลี่ยนระหว่างเผยแพร่'));
    const [updated, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const publishing = server.owner.transaction().execute(async (trx) => {
      await trx.updateTable('privacyNotices').set({ publishedVersion: 1 }).where('id', '=', id).execute();
      updated.resolve();
      await found.promise;
    });
    await updated.promise;
    let isSettled = false;
    const locking = withScope(server.deps.db, { workspaceId: ws }, (trx) => lockPublished(trx, ws, [id])).finally(
      () => {
        isSettled = true;
      },
    );
    const waits = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.owner,
        )
      ).rows.length > 0;
    while (!isSettled && !(await waits()));
    found.resolve();
    await publishing;
    expect((await locking).map((row) => row.id)).toEqual([id]);
  });

  it('with an application that moved to another data controller, differs, and is not published with it', async () => {
    const built = await buildPublished('ระบบที่เปลี่ยนผู้ควบคุมข้อมูล');
    const published = await publish(await buildComplete(built));
    const { application, privacyNotice } = await calls();
    const sister = await buildDataController(server, ws, { nameTh: 'บริษัทที่รับโอน' });
    const publishUnder = async (controllerId: string) => {
      await editApplication(built.applicationId, { dataControllerId: controllerId });
      const { rowVersion } = await application.get({ ws, id: built.applicationId });
      await application.publish({ ws, id: built.applicationId, rowVersion });
    };
    await publishUnder(sister.id);
    const found = await privacyNotice.get({ ws, id: published.id });
    expect(found.driftedAt).not.toBeNull();
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({
      tellAgain: true,
      changes: [
        {
          section: '23(5)',
          record: 'application',
          recordId: built.applicationId,
          before: { th: 'โรงพยาบาลร่มเย็น' },
          after: { th: 'บริษัทที่รับโอน' },
        },
      ],
    });
    expect(found.problems).toEqual([{ path: ['applications', 0], key: 'privacyNotice:otherController' }]);
    const picked = async (controllerId: string) =>
      (await application.pick({ ws, dataControllerId: controllerId, query: 'ระบบที่เปลี่ยนผู้' })).collection.length;
    expect([await picked(dataControllerId), await picked(sister.id)]).toEqual([0, 1]);
    await publishUnder(dataControllerId);
    expect(await privacyNotice.get({ ws, id: published.id })).toMatchObject({ driftedAt: null, problems: [] });
  });

  it('is compared with the text that would be published, as it is typed, for whether people have to be informed', async () => {
    const [first, second] = [await buildPublished('ระบบของฉบับแรก'), await buildPublished('ระบบของฉบับที่สอง')];
    const published = await publish(await buildComplete(first));
    const { privacyNotice } = await calls();
    expect(published.tellAgain).toBe(false);
    const applications = [first, second].map(({ applicationId: id }) => ({ id, groupIds: [], bases: [] }));
    const provisions = [first, second].map(({ purposeId }) => ({
      ...published.draft.provisions[0]!,
      purposeId,
    }));
    const typed = { ...published.draft, applications, provisions };
    expect((await privacyNotice.preview({ ws, id: published.id, draft: typed })).tellAgain).toBe(true);
    const saved = await privacyNotice.update(saveOf(published, { applications, provisions }));
    expect(saved.tellAgain).toBe(true);
    // The register reads as it did: nothing of it changes the notice.
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({ tellAgain: false, changes: [] });
    const both = await publish(saved);
    expect((await privacyNotice.versions({ ws, id: both.id })).collection[0]).toMatchObject({ tellAgain: true });

    // The draft leaves out what the register has more of.
    await republish(second.purposeId, {
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'บริษัทจัดส่ง', countries: ['SG'], contract: 'DPA-2', safeguard: 'standardClauses' }],
    });
    expect(await privacyNotice.drift({ ws, id: both.id })).toMatchObject({ tellAgain: true });
    const fewer = await privacyNotice.update(saveOf(both, { applications: applications.slice(0, 1) }));
    expect(fewer.tellAgain).toBe(false);
  });

  it('states whether the data protection officer differs from the newest version, of which the Office is notified', async () => {
    const first = await buildComplete(await buildPublished('ระบบที่เปลี่ยนเจ้าหน้าที่'));
    // Nothing was published yet.
    expect(first.officerChanged).toBe(false);
    const published = await publish(first);
    const { privacyNotice } = await calls();
    const typed = (dpo: object) =>
      privacyNotice.preview({
        ws,
        id: published.id,
        draft: { ...published.draft, dpo: { ...published.draft.dpo, ...dpo }, reviewOn: '2027-11-20' },
      });
    expect(await typed({})).toMatchObject({ officerChanged: false });
    expect(await typed({ phone: '029999999' })).toMatchObject({ officerChanged: true });
    expect(await typed({ name: '', email: '', phone: '' })).toMatchObject({ officerChanged: true });
  });

  it('differs once the data protection officer whom it states is reached elsewhere or leaves, until it states another', async () => {
    const officer = await buildPerson(server, { role: 'DPO', workspaceId: ws, name: 'สายใจ คุ้มครอง' });
    const { personnel, privacyNotice } = await calls();
    const edit = async (changes: object) => {
      const { rowVersion, name, position, phone, email, role } = await personnel.get({ ws, id: officer.personnelId });
      await personnel.update({
        ws,
        id: officer.personnelId,
        rowVersion,
        name,
        position,
        phone,
        email,
        role,
        ...changes,
      });
    };
    await edit({ phone: '021111111' });
    const { name, email, phone } = await personnel.get({ ws, id: officer.personnelId });
    const built = await buildComplete(await buildPublished('ระบบที่เจ้าหน้าที่ลาออก'));
    const own = { ...built.draft.dpo, name, email, phone };
    const { id } = await publish(await privacyNotice.update(saveOf(built, { dpo: own })));
    const state = async () => ({
      isDrifted: (await privacyNotice.get({ ws, id })).driftedAt !== null,
      fields: (await privacyNotice.drift({ ws, id })).changes.map(({ field, kind }) => `${field} ${kind}`),
    });
    const publishAgain = async (changes: object = {}) =>
      publish(await privacyNotice.update(saveOf(await privacyNotice.get({ ws, id }), changes)));
    expect(await state()).toEqual({ isDrifted: false, fields: [] });
    await edit({ phone: '022222222', email: 'saijai.new@romyen.example' });
    expect(await state()).toMatchObject({ isDrifted: true, fields: expect.arrayContaining(['dpo changed']) });
    // Publishing the same once more does not make it true.
    await publishAgain();
    expect(await state()).toMatchObject({ isDrifted: true });
    await publishAgain({ dpo: { ...own, phone: '022222222', email: 'saijai.new@romyen.example' } });
    expect(await state()).toEqual({ isDrifted: false, fields: [] });
    await personnel.suspend({ ws, id: officer.personnelId, reason: 'สอบสวน' });
    expect(await state()).toMatchObject({ isDrifted: true, fields: expect.arrayContaining(['dpo removed']) });
    await personnel.unsuspend({ ws, id: officer.personnelId });
    expect(await state()).toMatchObject({ isDrifted: false });
    await personnel.deactivate({ ws, id: officer.personnelId });
    expect(await state()).toMatchObject({ isDrifted: true });
    await publishAgain();
    expect(await state()).toMatchObject({ isDrifted: true });
    await publishAgain({ dpo: { ...own, name: 'สำนักงานคุ้มครองข้อมูล', email: 'dpo@romyen.example' } });
    expect(await state()).toEqual({ isDrifted: false, fields: [] });
  });

  it('requires a reason if people have to be informed and are not; the next version resolves the difference', async () => {
    const built = await buildPublished('ระบบส่งสินค้า');
    const published = await publish(await buildComplete(built));
    await republish(built.purposeId, { title: { th: 'ส่งข่าวและสินค้า', en: 'News and goods' } });
    const { privacyNotice } = await calls();
    const saved = await privacyNotice.update(saveOf(published, { reviewOn: '2027-11-20' }));
    expect(await refusal(publish(saved, { tellAgain: false }))).toMatchObject({ code: 'privacyNotice.reasonNeeded' });
    const next = await publish(saved, { tellAgain: false, editorialReason: 'เรียกชื่อให้ตรงกับสัญญา' });
    expect(next).toMatchObject({ publishedVersion: 2, driftedAt: null, reviewOn: '2027-11-20' });
    const version = await privacyNotice.version({ ws, id: next.id, v: 2 });
    expect(version).toMatchObject({ tellAgain: false, reason: 'เรียกชื่อให้ตรงกับสัญญา' });
  });

  it('preserves a sentence written by a user, and reports once the register differs', async () => {
    const built = await buildPublished('ระบบสอบถาม');
    const complete = await buildComplete(built);
    const key = `${built.applicationId}.${built.purposeId}.retention`;
    const sentence = complete.parts.flatMap(({ sentences }) => sentences).find((one) => one.key === key)!;
    const edit = { key, th: 'เก็บสิบปี', en: 'Kept ten years.', of: { th: sentence.th, en: sentence.en } };
    const { privacyNotice } = await calls();
    const edited = await privacyNotice.update(saveOf(complete, { edits: [edit] }));
    const found = ({ parts }: Notice) => parts.flatMap(({ sentences }) => sentences).find((one) => one.key === key);
    expect(found(edited)).toMatchObject({ th: 'เก็บสิบปี', register: { en: sentence.en }, outdated: false });
    await republish(built.purposeId, {
      retention: { indefinite: false, amount: 2, unit: 'year', startEvent: null, startNote: '', note: '' },
    });
    expect(found(await privacyNotice.get({ ws, id: edited.id }))).toMatchObject({ th: 'เก็บสิบปี', outdated: true });
  });

  it('protects an application covered by a notice from deletion', async () => {
    const built = await buildPublished('ระบบที่ลบไม่ได้');
    await buildComplete(built);
    const { application } = await calls();
    expect(await refusal(application.remove({ ws, id: built.applicationId }))).toMatchObject({
      code: 'privacyNotice.ofApplication',
    });
  });
});

describe('a data controller abroad', () => {
  it('is named with its representative in Thailand, and a change of that calls for notifying', async () => {
    const { dataController, privacyNotice } = await calls();
    const words = { th: 'บริษัทต่างประเทศ', en: 'Foreign Company' };
    const abroad = await dataController.create({
      ws,
      name: words,
      contactPerson: 'ผู้ติดต่อ',
      address: '1 Raffles Place',
      country: 'SG',
      phone: '021234567',
      email: 'privacy@foreign.example',
      representative: 'สำนักงานตัวแทน',
      representativeContact: 'กรุงเทพฯ rep@foreign.example',
    });
    const built = await buildPublished('ระบบของบริษัทต่างประเทศ');
    await editApplication(built.applicationId, { dataControllerId: abroad.id });
    const { application } = await calls();
    const { rowVersion } = await application.get({ ws, id: built.applicationId });
    await application.publish({ ws, id: built.applicationId, rowVersion });
    const created = await privacyNotice.create({
      ws,
      name: 'ประกาศ',
      kind: 'customer',
      dataControllerId: abroad.id,
      applicationId: built.applicationId,
    });
    const saved = await privacyNotice.update(
      saveOf(created, {
        organization: { ...created.draft.organization, name: words },
        dpo: { ...created.draft.dpo, email: 'dpo@romyen.example', phone: '021234567' },
        provisions: [{ purposeId: built.purposeId, required: false }],
        ageAcknowledged: true,
        sensitiveAcknowledged: true,
        approver: { name: 'สมหญิง อนุมัติ', position: 'ผู้อำนวยการ' },
      }),
    );
    expect(textOf(saved, 'th')).toContain(
      'ตัวแทนของผู้ควบคุมข้อมูลส่วนบุคคลในราชอาณาจักร (ม.37(5)): สำนักงานตัวแทน · กรุงเทพฯ rep@foreign.example',
    );
    const published = await publish(saved);
    // The draft of its application moves to another one; the notice is of the published version.
    await editApplication(built.applicationId, { dataControllerId });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).toBeNull();
    const { applicationCount: _, inUse: _used, logo: _logo, updatedBy: _by, ...fields } = abroad;
    const changed = await dataController.update({ ...fields, ws, representative: 'สำนักงานกฎหมาย' } as never);
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({
      tellAgain: true,
      changes: [{ section: '23(5)', record: 'dataController', field: 'representative', kind: 'changed' }],
    });
    expect((await privacyNotice.get({ ws, id: published.id })).driftedAt).not.toBeNull();
    // One in Thailand has none, whatever was filled in before.
    await dataController.update({ ...fields, ws, country: 'TH', rowVersion: changed.rowVersion } as never);
    expect(textOf(await privacyNotice.get({ ws, id: published.id }), 'th')).not.toContain('ม.37(5)');
  });
});

describe('groups of data subjects', () => {
  /** Ids of groups by their Thai names. */
  const groupIds = async (...names: string[]): Promise<string[]> => {
    const rows = await server.owner
      .selectFrom('catalogueItems')
      .select(['id', 'nameTh'])
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'dataSubjectGroup')
      .execute();
    return names.map((name) => rows.find(({ nameTh }) => nameTh === name)!.id);
  };

  it('that a purpose or a line of the mapping begins to concern are told, unless the notice is for others', async () => {
    const built = await buildPublished('ระบบที่มีกลุ่มเพิ่ม');
    const { privacyNotice } = await calls();
    const complete = await buildComplete(built);
    const [customers] = complete.draft.applications;
    const forAll = await publish(
      await privacyNotice.update(saveOf(complete, { applications: [{ ...customers!, groupIds: [] }] })),
    );
    const forCustomers = await publish(await buildComplete(built));
    const [own, patients, staff] = await groupIds('ลูกค้า', 'ผู้ป่วย', 'พนักงานและลูกจ้าง');
    const state = async ({ id }: Notice) => {
      const { changes, tellAgain } = await privacyNotice.drift({ ws, id });
      const { driftedAt } = await privacyNotice.get({ ws, id });
      return [
        changes.filter(({ field }) => field === 'dataSubjectGroups').map(({ after }) => after?.en),
        tellAgain,
        driftedAt !== null,
      ];
    };
    await republish(built.purposeId, { dataSubjectGroupIds: [own!, patients!] });
    expect(await state(forAll)).toEqual([['Also uses data of: Patients.'], true, true]);
    expect(await state(forCustomers)).toEqual([[], false, false]);
    const next = await publish(await privacyNotice.update(saveOf(await privacyNotice.get({ ws, id: forAll.id }))));
    expect(await state(next)).toEqual([[], false, false]);
    await publishMapping(built, [{}, { dataSubjectGroupId: staff! }]);
    expect((await state(next))[0]).toEqual(['Also uses data of: Employees.']);
  });

  it('that only the data mapping names are found and offered, and what is done with their data is stated', async () => {
    const built = await buildPublished('ระบบที่ผังข้อมูลระบุพนักงาน');
    const [own, staff] = await groupIds('ลูกค้า', 'พนักงานและลูกจ้าง');
    await publishMapping(built, [{}, { dataSubjectGroupId: staff! }]);
    const { privacyNotice } = await calls();
    const notice = await privacyNotice.create({ ws, name: 'สำหรับพนักงาน', kind: 'employee', dataControllerId });
    const { applicationId, purposeId } = built;
    expect(notice.draft.applications).toContainEqual({ id: applicationId, groupIds: [staff], bases: [] });
    const offer = notice.applications.find(({ id }) => id === applicationId)!;
    expect(offer.groups.map(({ id }) => id)).toEqual([own, staff]);
    const part = notice.parts.find(({ key }) => key === `${applicationId}.${purposeId}`);
    expect(part?.groups?.map(({ id }) => id)).toEqual([staff]);
  });

  it('that are minors are spoken of where the notice is for them, also where only the data mapping names them', async () => {
    const [own, minors] = await groupIds('ลูกค้า', 'ผู้เยาว์');
    const built = await buildPublished('ระบบสมาชิกครอบครัว', { dataSubjectGroupIds: [own, minors] });
    const { privacyNotice } = await calls();
    const { id, draft } = await buildComplete(built);
    const speaksOfMinors = async (...groups: string[]) => {
      const applications = [{ id: built.applicationId, groupIds: groups, bases: [] }];
      const { parts, summary } = await privacyNotice.preview({ ws, id, draft: { ...draft, applications } });
      const isStated = parts.some(({ sentences }) => sentences.some(({ key }) => key.endsWith('.children')));
      expect(summary.weighs.includes('children')).toBe(isStated);
      return isStated;
    };
    const answers = async () => [await speaksOfMinors(), await speaksOfMinors(own!), await speaksOfMinors(minors!)];
    expect(await answers()).toEqual([true, false, true]);
    await republish(built.purposeId, { dataSubjectGroupIds: [own] });
    await publishMapping(built, [{}]);
    expect(await answers()).toEqual([false, false, false]);
    await publishMapping(built, [{}, { dataSubjectGroupId: minors! }]);
    expect(await answers()).toEqual([true, false, true]);
  });

  it('are those of its records for a version that did not keep them; older workspaces are compared once', async () => {
    const built = await buildPublished('ระบบของฉบับก่อน');
    const { privacyNotice } = await calls();
    const [own, patients, staff] = await groupIds('ลูกค้า', 'ผู้ป่วย', 'พนักงานและลูกจ้าง');
    await publishMapping(built, [{ dataSubjectGroupId: staff! }]);
    const complete = await buildComplete(built);
    const applications = complete.draft.applications.map((one) => ({ ...one, groupIds: [] }));
    const { id } = await publish(await privacyNotice.update(saveOf(complete, { applications })));
    await sql`
      update privacy_notice_versions set content = jsonb_set(content, '{parts}', (
        select jsonb_agg(part - 'groups' order by place) from jsonb_array_elements(content -> 'parts') with ordinality as x (part, place)))
       where privacy_notice_id = ${id}`.execute(server.owner);
    expect(await privacyNotice.drift({ ws, id })).toMatchObject({ changes: [] });
    await republish(built.purposeId, { dataSubjectGroupIds: [own!, patients!] });
    expect(await privacyNotice.drift({ ws, id })).toMatchObject({
      tellAgain: true,
      changes: [{ field: 'dataSubjectGroups', after: { en: 'Also uses data of: Patients.' } }],
    });
    const isDrifted = async () => (await privacyNotice.get({ ws, id })).driftedAt !== null;
    const forget = () =>
      server.owner.updateTable('privacyNotices').set({ driftedAt: null }).where('id', '=', id).execute();
    const bring = async () => {
      await updateOlderWorkspaces(server.deps, new AbortController().signal);
    };
    await forget();
    await bring();
    expect(await isDrifted()).toBe(false);
    await server.owner.updateTable('workspaces').set({ noticeEdition: 0 }).where('id', '=', ws).execute();
    await bring();
    expect(await isDrifted()).toBe(true);
    await forget();
    await bring();
    expect(await isDrifted()).toBe(false);
    // The next version: the mail that is owed for it and the public page name the group.
    await publish(await privacyNotice.update(saveOf(await privacyNotice.get({ ws, id }), { name: 'ฉบับใหม่' })));
    const { isOwed, texts } = await privacyNotice.mailing({ ws, id, v: 2 });
    expect([isOwed, texts.en.mail]).toEqual([true, expect.stringContaining('Also uses data of: Patients.')]);
    const changes = await server.app.inject({ url: `/notices/${ws}/${id}/changes?from=1&to=2&lang=en` });
    expect(changes.body).toContain('<ins>Also uses data of: Patients.</ins>');
    // One whose sentences do not name the version of the application, as it had no source of data.
    const { content } = await privacyNotice.version({ ws, id, v: 2 });
    const parts = content.parts.map((part) => ({
      ...part,
      groups: undefined,
      sentences: part.sentences.filter(({ source }) => source.record !== 'application'),
    }));
    await server.owner
      .updateTable('privacyNoticeVersions')
      .set({ content: JSON.stringify({ ...content, parts }) })
      .where('privacyNoticeId', '=', id)
      .where('version', '=', 2)
      .execute();
    const { changes: differences } = await privacyNotice.drift({ ws, id });
    expect(differences.map(({ field }) => field)).toEqual(['dataSource']);
  });
});

describe('how long data is kept', () => {
  it('is what the lines of the data mapping say, each period with its data, and a longer one is told again', async () => {
    const built = await buildPublished('ระบบที่เก็บนานกว่า');
    const published = await publish(await buildComplete(built));
    const periods = ({ parts }: Pick<Notice, 'parts'>) =>
      parts.flatMap(({ sentences }) =>
        sentences.filter(({ source }) => source.field === 'retention').map(({ en }) => en),
      );
    expect(periods(published)).toEqual(['Kept for 10 years.']);
    const { plain } = await attributesOf(server, ws);
    const years = (amount: number) => ({ ...NO_RETENTION, amount, unit: 'year' as const });
    const [first, second] = [{ attributeIds: [plain[0]!] }, { attributeIds: [plain[1]!] }];
    const drift = async () => {
      const found = await (await calls()).privacyNotice.drift({ ws, id: published.id });
      return found.changes
        .filter(({ field }) => field === 'retention')
        .map((change) => [change.kind, change.tellAgain]);
    };
    await publishMapping(built, [first, { ...second, retention: years(12) }]);
    expect(periods(await (await calls()).privacyNotice.get({ ws, id: published.id }))).toEqual([
      expect.stringMatching(/^\S.*: kept for 10 years\.$/),
      expect.stringMatching(/^\S.*: kept for 12 years\.$/),
    ]);
    expect(await drift()).toEqual([
      ['changed', false],
      ['added', true],
    ]);
    await publishMapping(built, [
      { ...first, retention: years(7) },
      { ...second, retention: years(7) },
    ]);
    expect(await drift()).toEqual([['changed', false]]);
    expect(periods(await (await calls()).privacyNotice.get({ ws, id: published.id }))).toEqual(['Kept for 7 years.']);
  });

  it('stays with its edited sentence, where a shorter one is added', async () => {
    const built = await buildPublished('ระบบที่เก็บต่างกัน');
    const { privacyNotice } = await calls();
    const { plain } = await attributesOf(server, ws);
    const kept = (attribute: number, amount: number) => ({
      attributeIds: [plain[attribute]!],
      retention: { ...NO_RETENTION, amount, unit: 'year' as const },
    });
    await publishMapping(built, [kept(0, 3), kept(1, 7)]);
    const notice = await buildComplete(built);
    const periods = async () =>
      (await privacyNotice.get({ ws, id: notice.id })).parts.flatMap(({ sentences }) =>
        sentences.filter(({ source }) => source.field === 'retention'),
      );
    const [three] = await periods();
    const edit = { key: three!.key, th: 'เก็บไว้สามปี', en: 'For three years.', of: { th: three!.th, en: three!.en } };
    await privacyNotice.update(saveOf(notice, { edits: [edit] }));
    await publishMapping(built, [kept(0, 3), kept(1, 7), kept(2, 1)]);
    expect((await periods()).map(({ en, outdated }) => [en, outdated])).toEqual([
      [expect.stringMatching(/: kept for 1 year\.$/), false],
      ['For three years.', false],
      [expect.stringMatching(/: kept for 7 years\.$/), false],
    ]);
  });

  it('for an indefinite period, does not differ from a version or an edit of the former wording by that alone', async () => {
    const indefinite = { ...NO_RETENTION, indefinite: true };
    const built = await buildPublished('ระบบที่เก็บไม่กำหนดเวลา');
    const { privacyNotice } = await calls();
    const { plain } = await attributesOf(server, ws);
    const line = (attribute: number, retention: FlowInput['retention']) => ({
      attributeIds: [plain[attribute]!],
      retention,
    });
    const years = { ...NO_RETENTION, amount: 7, unit: 'year' as const };
    await publishMapping(built, [line(0, indefinite), line(1, years)]);
    const complete = await buildComplete(built);
    const periods = async () =>
      (await privacyNotice.get({ ws, id: complete.id })).parts.flatMap(({ sentences }) =>
        sentences.filter(({ source }) => source.field === 'retention'),
      );
    const sentence = (await periods()).find(({ days }) => days! > 7 * 365)!;
    expect([sentence.th, sentence.en]).toEqual([
      expect.stringMatching(/: เก็บ ไม่กำหนดเวลา$/),
      expect.stringMatching(/: kept for an indefinite period\.$/),
    ]);
    const of = {
      th: sentence.th.replace('ไม่กำหนดเวลา', 'ไม่มีกำหนด'),
      en: sentence.en.replace('an indefinite', 'an unlimited'),
    };
    const edits = [{ key: sentence.key, th: 'เก็บตลอดอายุของโรงพยาบาล', en: 'As long as the hospital exists.', of }];
    const edited = await privacyNotice.update(saveOf(complete, { edits }));
    expect((await periods()).find(({ key }) => key === sentence.key)).toMatchObject({ outdated: false });
    const published = await publish(await privacyNotice.update(saveOf(edited, { edits: [] })));
    await sql`
      update privacy_notice_versions set content = replace(replace(content::text,
        'เก็บ ไม่กำหนดเวลา', 'เก็บ ไม่มีกำหนด'), 'an indefinite period', 'an unlimited period')::jsonb
       where privacy_notice_id = ${published.id}`.execute(server.owner);
    const { content } = await privacyNotice.version({ ws, id: published.id, v: 1 });
    expect(JSON.stringify(content.parts)).toContain('kept for an unlimited period.');
    expect(await privacyNotice.drift({ ws, id: published.id })).toMatchObject({ changes: [] });
    // A period that is another one differs, as it was worded.
    await publishMapping(built, [line(0, { ...NO_RETENTION, amount: 9, unit: 'year' }), line(1, years)]);
    const { changes } = await privacyNotice.drift({ ws, id: published.id });
    expect(JSON.stringify(changes)).toContain('an unlimited period');
  });
});

describe('data that goes abroad', () => {
  const pointOf = (notice: Notice) => notice.points.find(({ section }) => section === '28')?.state;
  const transfersOf = ({ parts }: Pick<Notice, 'parts'>) =>
    parts.flatMap(({ sentences }) => sentences.filter(({ key }) => key.includes('.transfer.'))).map(({ en }) => en);
  const read = async ({ id }: Notice) => (await calls()).privacyNotice.get({ ws, id });
  const assess = async (country: string, adequate: boolean | null) =>
    (await calls()).dataSharing.assess({ ws, country, adequate, note: adequate === null ? '' : 'เหตุผล' });
  const party = (name: string, country: string, safeguard: 'adequacy' | null) => ({
    name,
    countries: [country],
    contract: 'DPA-9',
    safeguard,
  });

  it('is stated as adequate where the organisation holds the country adequate, and is open anywhere else', async () => {
    const built = await buildPublished('ระบบที่ส่งไปต่างประเทศ', {
      thirdPartyDisclosure: true,
      thirdParties: [party('บริษัทคลาวด์', 'JP', 'adequacy'), party('บริษัทสำรองข้อมูล', 'KR', null)],
    });
    const complete = await buildComplete(built);
    const gap = { section: '28', record: 'purpose', id: built.purposeId, field: 'thirdParties' };
    expect(transfersOf(complete)).toEqual([]);
    expect([complete.gaps, pointOf(complete)]).toMatchObject([[gap], 'open']);
    await assess('JP', true);
    const half = await read(complete);
    expect([transfersOf(half), half.gaps]).toMatchObject([
      ['Sent to Japan, which we assess as adequate (s.28).'],
      [gap],
    ]);
    // Where it is held adequate no mechanism is needed.
    await assess('KR', true);
    const published = await publish(await read(complete));
    expect([transfersOf(published), pointOf(published)]).toEqual([
      ['Sent to Japan, South Korea, which we assess as adequate (s.28).'],
      'complete',
    ]);

    await assess('KR', false);
    const otherwise = await read(published);
    expect(otherwise.driftedAt).not.toBeNull();
    expect([transfersOf(otherwise), otherwise.gaps]).toMatchObject([
      ['Sent to Japan, which we assess as adequate (s.28).'],
      [gap],
    ]);
    const { content } = await (await calls()).privacyNotice.version({ ws, id: published.id, v: 1 });
    expect(transfersOf(content)).toEqual(['Sent to Japan, South Korea, which we assess as adequate (s.28).']);
    await assess('KR', true);
    expect((await read(published)).driftedAt).toBeNull();

    // What is published still names the recipient, the draft of the purpose does not.
    const { purpose } = await calls();
    const { draftOf } = await import('../../shared/purpose/fields.ts');
    const { rowVersion, content: drafted } = await purpose.get({ ws, id: built.purposeId });
    const none = { thirdPartyDisclosure: false, thirdParties: [] };
    await purpose.update({ ws, id: built.purposeId, rowVersion, ...draftOf(drafted), ...none } as never);
    await assess('KR', null);
    expect((await read(published)).driftedAt).not.toBeNull();
    await assess('JP', null);
  });

  /** A storage system of the workspace's own. */
  const buildSystem = async (name: string): Promise<string> =>
    (await (await calls()).catalogue.create({ ws, kind: 'storageSystem', name: { th: name, en: name } })).id;
  const place = async (id: string, country: string | null, safeguard: 'standardClauses' | null = null) => {
    const { catalogue } = await calls();
    const { collection } = await catalogue.list({ ws, kind: 'storageSystem', pageSize: 100 });
    const { rowVersion } = collection.find((system) => system.id === id)!;
    await catalogue.place({ ws, id, rowVersion: rowVersion!, country, safeguard });
  };

  it('by storage is open until its country and ground are recorded, and differs once it stands elsewhere', async () => {
    const storageSystemId = await buildSystem('ระบบแฟ้มรวม');
    const complete = await buildComplete(await buildPublished('ระบบที่เก็บแฟ้ม', { storageSystemIds: [storageSystemId] }));
    const { purposes } = complete.applications[0]!;
    const open = [[{ section: '28', record: 'purpose', id: purposes[0]!.id, field: 'storageSystems' }], 'open', []];
    const state = async (notice: Notice) => {
      const found = await read(notice);
      return [found.gaps, pointOf(found), transfersOf(found)];
    };
    // Nothing is not Thailand; abroad without a country is not a place; a country needs a ground.
    for (const [country, safeguard] of [
      [null, null],
      ['ZZ', 'standardClauses'],
      ['IE', null],
    ] as const) {
      if (country) await place(storageSystemId, country, safeguard);
      expect(await state(complete)).toMatchObject(open);
    }
    expect(await refusal(publish(complete))).toMatchObject({ code: 'privacyNotice.incomplete' });
    await place(storageSystemId, 'TH');
    expect(await state(complete)).toEqual([[], 'none', []]);
    const published = await publish(await read(complete));
    // A place is a fact of the system: no version of the purpose is needed for it.
    await place(storageSystemId, 'IE', 'standardClauses');
    expect((await read(published)).driftedAt).not.toBeNull();
    const { changes, tellAgain } = await (await calls()).privacyNotice.drift({ ws, id: published.id });
    expect(tellAgain).toBe(true);
    expect(changes.map(({ section }) => section).toSorted()).toEqual(['28', '29']);
    expect(await state(published)).toMatchObject([[], 'complete', [expect.stringContaining('Sent to Ireland under')]]);
  });

  it('by storage that only the data mapping names counts as well, and is recorded there', async () => {
    const built = await buildPublished('ระบบที่มีผังข้อมูล');
    const complete = await buildComplete(built);
    expect(pointOf(complete)).toBe('none');
    const storageSystemId = await buildSystem('ระบบของผังข้อมูล');
    await publishMapping(built, [{ storageSystemId }]);
    const gap = { section: '28', record: 'application', id: built.applicationId, field: 'dataMapping' };
    expect((await read(complete)).gaps).toMatchObject([gap]);
    await place(storageSystemId, 'SG', 'standardClauses');
    const published = await publish(await read(complete));
    expect([transfersOf(published), pointOf(published)]).toMatchObject([
      [expect.stringContaining('Sent to Singapore under')],
      'complete',
    ]);
    expect(textOf(published, 'en')).toContain('Stored in ระบบของผังข้อมูล.');

    // Only what is published still names the system.
    await saveMapping(built, [{}]);
    await place(storageSystemId, 'TH');
    expect((await read(published)).driftedAt).not.toBeNull();
  });
});

describe('withdrawing', () => {
  it('deletes what was never published, and withdraws what was; it can be offered again', async () => {
    const { privacyNotice } = await calls();
    const draft = await privacyNotice.create({ ws, name: 'ร่าง', kind: 'vendor', dataControllerId });
    await privacyNotice.remove({ ws, id: draft.id });
    expect(await refusal(privacyNotice.get({ ws, id: draft.id }))).toMatchObject({ status: 'NOT_FOUND' });
    const published = await publish(await buildComplete(await buildPublished('ระบบคู่ค้า')));
    await privacyNotice.remove({ ws, id: published.id });
    const withdrawn = await privacyNotice.get({ ws, id: published.id });
    expect(withdrawn.withdrawn).toBe(true);
    expect(await refusal(privacyNotice.remove({ ws, id: published.id }))).toMatchObject({ code: 'illegalMove' });
    expect((await privacyNotice.list({ ws, status: 'WITHDRAWN' })).collection.map(({ id }) => id)).toEqual([
      published.id,
    ]);
    const restored = await privacyNotice.restore({ ws, id: published.id, rowVersion: withdrawn.rowVersion });
    expect(restored).toMatchObject({ withdrawn: false, driftedAt: null });
  });

  it('is refused to someone who read a draft that has been published since', async () => {
    const { privacyNotice } = await calls();
    const draft = await buildComplete(await buildPublished('ระบบที่เผยแพร่ระหว่างลบ'));
    const { id, rowVersion } = await publish(draft);
    expect(await refusal(privacyNotice.remove({ ws, id, rowVersion: draft.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
    });
    expect(await privacyNotice.get({ ws, id })).toMatchObject({ withdrawn: false });
    await privacyNotice.remove({ ws, id, rowVersion });
    expect(await privacyNotice.get({ ws, id })).toMatchObject({ withdrawn: true });
  });

  it('frees an application that its draft no longer names, and says what to do about one that it does', async () => {
    const { application, privacyNotice } = await calls();
    const built = await buildPublished('ระบบของประกาศที่เลิกใช้');
    const { applicationId } = built;
    const { id } = await publish(await buildComplete(built));
    await privacyNotice.remove({ ws, id });
    const refused = await refusal(application.remove({ ws, id: applicationId }));
    expect(refused).toMatchObject({
      code: 'privacyNotice.ofApplication',
      text: 'privacyNotice:ofApplicationWithdrawn',
    });
    const { rowVersion } = await privacyNotice.get({ ws, id });
    const restored = await privacyNotice.restore({ ws, id, rowVersion });
    await privacyNotice.update(saveOf(restored, { applications: [] }));
    expect(await refusal(application.remove({ ws, id: applicationId }))).toMatchObject({
      text: 'privacyNotice:ofApplication',
    });
    await privacyNotice.remove({ ws, id });
    await application.remove({ ws, id: applicationId });
    const { content } = await privacyNotice.version({ ws, id, v: 1 });
    expect(content.draft.applications.map((one) => one.id)).toEqual([applicationId]);
    const { rowVersion: newest } = await privacyNotice.get({ ws, id });
    expect((await privacyNotice.restore({ ws, id, rowVersion: newest })).driftedAt).not.toBeNull();
  });

  it('hides what the register says otherwise meanwhile, and offering it again states it', async () => {
    const { privacyNotice } = await calls();
    const built = await buildPublished('ระบบที่เปลี่ยนระหว่างถอน');
    const published = await publish(await buildComplete(built));
    await privacyNotice.remove({ ws, id: published.id });
    await republish(built.purposeId, { title: { th: 'เรื่องใหม่', en: 'Another purpose' } });
    const { rowVersion, driftedAt } = await privacyNotice.get({ ws, id: published.id });
    expect(driftedAt).toBeNull();
    const restored = await privacyNotice.restore({ ws, id: published.id, rowVersion });
    expect(restored.driftedAt).not.toBeNull();
  });
});

describe('a point covered by another notice', () => {
  it('is left out with a reason and a reference, as long as that notice is in effect', async () => {
    const { privacyNotice } = await calls();
    const other = await publish(await buildComplete(await buildPublished('ระบบของประกาศหลัก')));
    const built = await buildPublished('ระบบที่อ้างประกาศหลัก');
    const complete = await buildComplete(built);
    // Whether data must be provided is not answered here.
    const open = { provisions: [] };
    const missing = await privacyNotice.update(saveOf(complete, open));
    expect(missing.gaps.map(({ section }) => section)).toContain('23(2)');

    const point = { section: '23(2)', noticeId: other.id, reason: '' };
    const unreasoned = await privacyNotice.update(saveOf(missing, { ...open, elsewhere: [point] }));
    expect(unreasoned.problems).toContainEqual({ path: ['elsewhere', 0, 'reason'], key: 'errors:required' });
    const reason = 'ลูกค้ากลุ่มเดียวกันได้รับประกาศหลักเมื่อสมัคร';
    const saved = await privacyNotice.update(saveOf(unreasoned, { ...open, elsewhere: [{ ...point, reason }] }));
    expect(saved.gaps.map(({ section }) => section)).not.toContain('23(2)');
    expect(saved.problems).toEqual([]);
    expect(textOf(saved, 'th')).toContain(`อ่านได้ในประกาศ “${other.name}” ที่ `);
    expect(saved.points.find(({ section }) => section === '23(2)')).toMatchObject({ state: 'complete' });

    await privacyNotice.remove({ ws, id: other.id });
    const after = await privacyNotice.get({ ws, id: saved.id });
    expect(after.gaps.map(({ section }) => section)).toContain('23(2)');
    expect(after.problems).toContainEqual({
      path: ['elsewhere', 0, 'noticeId'],
      key: 'privacyNotice:elsewhereAway',
    });
  });

  it('differs from the published notice once the other one is renamed or withdrawn', async () => {
    const { privacyNotice } = await calls();
    const other = await publish(await buildComplete(await buildPublished('ระบบของประกาศที่ถูกอ้าง')));
    const complete = await buildComplete(await buildPublished('ระบบที่อ้างแล้วประกาศ'));
    const elsewhere = [{ section: '23(2)', noticeId: other.id, reason: 'แจ้งไว้ที่นั่นแล้ว' }];
    const { id } = await publish(await privacyNotice.update(saveOf(complete, { provisions: [], elsewhere })));
    const changes = async () => {
      const { driftedAt } = await privacyNotice.get({ ws, id });
      const found = await privacyNotice.drift({ ws, id });
      expect(driftedAt !== null).toBe(found.changes.length > 0);
      return found.changes.map(({ kind, field, before, after }) => [kind, field, before?.th, after?.th]);
    };
    const sentence = (name: string) => expect.stringContaining(`อ่านได้ในประกาศ “${name}” ที่ `);
    expect(await changes()).toEqual([]);

    // A name that only the draft has is none that people read.
    const renamed = await privacyNotice.update(saveOf(other, { name: 'ประกาศชื่อใหม่' }));
    expect(await changes()).toEqual([]);
    const again = await publish(renamed);
    expect(await changes()).toEqual([['changed', 'elsewhere', sentence(other.name), sentence('ประกาศชื่อใหม่')]]);
    await publish(await privacyNotice.update(saveOf(again, { name: other.name })));
    expect(await changes()).toEqual([]);

    await privacyNotice.remove({ ws, id: other.id });
    expect(await changes()).toEqual([['removed', 'elsewhere', sentence(other.name), undefined]]);
    const { rowVersion } = await privacyNotice.get({ ws, id: other.id });
    await privacyNotice.restore({ ws, id: other.id, rowVersion });
    expect(await changes()).toEqual([]);
  });

  it('is refused for an unknown notice, and does not count if a notice names itself', async () => {
    const { privacyNotice } = await calls();
    const notice = await buildComplete(await buildPublished('ระบบที่อ้างตนเอง'));
    const stranger = saveOf(notice, { elsewhere: [{ section: '25', noticeId: ws, reason: 'x' }] });
    expect(await refusal(privacyNotice.update(stranger))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['elsewhere.0.noticeId'],
    });
    const itself = await privacyNotice.update(
      saveOf(notice, { elsewhere: [{ section: '25', noticeId: notice.id, reason: 'x' }] }),
    );
    expect(itself.problems.map(({ key }) => key)).toContain('privacyNotice:elsewhereAway');
  });
});

describe('rights that a notice can name', () => {
  it('are those of the act, and the active ones that the workspace added', async () => {
    const { dataRight, privacyNotice } = await calls();
    const words = (th: string, en: string) => ({ th, en });
    const right = (name: ReturnType<typeof words>, active: boolean) =>
      dataRight.create({ ws, name, description: words('คำอธิบาย', 'Description'), days: 30, active });
    const own = await right(words('ติดต่อทางอีเมลเท่านั้น', 'Contact by email only'), true);
    await right(words('เลิกใช้แล้ว', 'No longer offered'), false);
    const { collection } = await privacyNotice.subjectRights({ ws });
    expect(collection.slice(0, 8).map(({ key, section }) => [key, section])).toContainEqual(['ERASURE', '33']);
    expect(collection.slice(8)).toEqual([
      { key: own.id, th: 'ติดต่อทางอีเมลเท่านั้น', en: 'Contact by email only', section: null, bases: [] },
    ]);
    // Those of other workspaces are not among them.
    const other = await buildPerson(server, { role: 'DPO' });
    const { privacyNotice: elsewhere } = await callerFor(server, other);
    expect((await elsewhere.subjectRights({ ws: other.workspaceId })).collection).toHaveLength(8);
  });
});

describe('reports', () => {
  it('contain the text of the version, in both languages, as JSON, HTML and PDF; user content is escaped', async () => {
    const built = await buildPublished('ระบบรายงาน');
    const complete = await buildComplete(built);
    const { privacyNotice } = await calls();
    const saved = await privacyNotice.update(saveOf(complete, { name: HOSTILE }));
    const { id } = await publish(saved);
    const json = await privacyNotice.report({ ws, id, lang: 'en' });
    expect(json).toMatchObject({ version: 1, lang: 'en', effectiveOn: '2026-11-20' });
    expect(json.sections.flatMap(({ lines }) => lines).join('\n')).toContain('Needed for your contract');
    const fetched = (kind: string, query: string) =>
      server.app.inject({
        url: `/api/v1/${ws}/privacy-notices/${id}/report-${kind}?${query}`,
        headers: { authorization: `Bearer ${dpo.token}` },
      });
    const html = await fetched('html', 'lang=th');
    expect(html.statusCode).toBe(200);
    expect(html.body).toContain('lang="th"');
    expect(html.body).not.toContain('<script>globalThis');
    const draft = await fetched('html', 'version=0&lang=en');
    expect(draft.body).toContain('Draft');
    const pdf = await fetched('pdf', 'lang=th');
    expect(pdf.statusCode).toBe(200);
    expect(textOfPages(pdf.rawPayload).join('\n')).toContain('โรงพยาบาลร่มเย็น');
    expect((await fetched('html', 'version=9')).statusCode).toBe(404);
    expect((await fetched('html', 'lang=fr')).statusCode).toBe(400);
  });
});

describe('the overview', () => {
  it('counts notices that differ, applications without one and due reviews', async () => {
    const admin = await buildPerson(server, { role: 'Admin' });
    const own = await callerFor(server, admin);
    const { id: controllerId } = await buildDataController(server, admin.workspaceId);
    const cardOf = async () =>
      (await own.overview.cards({ ws: admin.workspaceId })).find(({ module }) => module === 'privacyNotice')!;
    expect(await cardOf()).toMatchObject({ state: 'empty', overdue: [{ total: 0 }] });
    const published = await publishNotice(server, admin, { dataControllerId: controllerId, name: 'ประกาศ' });
    expect(await cardOf()).toMatchObject({ state: 'inOrder' });
    await own.privacyNotice.remove({ ws: admin.workspaceId, id: published.id });
    const values = async () => Object.fromEntries((await cardOf()).figures.map(({ key, value }) => [key, value]));
    expect(await values()).toEqual({ notices: 1, published: 0, drifted: 0, uncovered: 1 });
    // Each figure is the number of notices in the list that it leads to.
    const set = (changes: object) =>
      server.owner
        .updateTable('privacyNotices')
        .set(changes as never)
        .where('id', '=', published.id)
        .execute();
    const listed = async (filter: object) =>
      (await own.privacyNotice.list({ ws: admin.workspaceId, ...filter })).meta.totalItems;
    for (const changes of [{ driftedAt: server.deps.now() }, { withdrawn: false }, { status: 'draft' as const }]) {
      await set(changes);
      expect(await values()).toMatchObject({
        notices: await listed({}),
        published: await listed({ status: 'PUBLISHED' }),
        drifted: await listed({ drifted: true }),
      });
    }
    await set({ driftedAt: null, withdrawn: true, status: 'published' });
    const { rowVersion } = await own.privacyNotice.get({ ws: admin.workspaceId, id: published.id });
    await own.privacyNotice.restore({ ws: admin.workspaceId, id: published.id, rowVersion });
    await server.owner
      .updateTable('privacyNotices')
      .set({ reviewOn: '2026-11-18' })
      .where('id', '=', published.id)
      .execute();
    expect(await cardOf()).toMatchObject({
      state: 'overdue',
      overdue: [{ total: 1, records: [{ id: published.id }] }],
    });
  });
});

describe('applications without a notice', () => {
  it('are the published ones that no notice in force covers, and a notice can be created for one of them', async () => {
    const built = await buildPublished('ระบบร้องเรียน');
    const id = built.applicationId;
    // In a single session, because it would have ended by the next day.
    const { privacyNotice } = await calls();
    const uncovered = async (input: object) => (await privacyNotice.uncovered({ ws, ...input })).collection;
    expect(await uncovered({ query: 'ร้องเรียน' })).toMatchObject([
      { id, name: 'ระบบร้องเรียน', version: 1, notice: null, dataController: { id: dataControllerId } },
    ]);
    expect(await uncovered({ query: 'ร้องเรียน', dataControllerId: built.purposeId })).toEqual([]);
    const input = { ws, name: 'ประกาศเรื่องร้องเรียน', kind: 'vendor' as const, dataControllerId };
    const started = await privacyNotice.create({ ...input, applicationId: id });
    expect(started.draft.applications.map((one) => one.id)).toEqual([id]);
    const named = { notice: { id: started.id, name: 'ประกาศเรื่องร้องเรียน' } };
    expect(await uncovered({ query: 'ร้องเรียน' })).toMatchObject([named]);
    const complete = await buildComplete(built);
    // Published, but in force only later.
    const { id: noticeId } = await publish(
      await privacyNotice.update(saveOf(complete, { effectiveFrom: '2026-11-21' })),
    );
    expect(await uncovered({ query: 'ร้องเรียน' })).toHaveLength(1);
    server.clock.set('2026-11-21T05:00:00Z');
    expect(await uncovered({ query: 'ร้องเรียน' })).toEqual([]);
    await privacyNotice.remove({ ws, id: noticeId });
    expect(await uncovered({ query: 'ร้องเรียน' })).toHaveLength(1);
    server.clock.set('2026-11-20T05:00:00Z');
    expect(await refusal(privacyNotice.create({ ...input, applicationId: noticeId }))).toMatchObject({
      fields: ['applicationId'],
    });
  });
});

describe('an application published', () => {
  it('for the first time without a notice is announced in the bell of users who write notices, once', async () => {
    const { applicationId } = await buildPublished('ระบบจองคิว');
    const bells = () =>
      server.owner
        .selectFrom('personalNotices as n')
        .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
        .select(['n.personnelId', 'l.subject', 'l.module'])
        .where('l.event', '=', 'application.uncovered')
        .where('l.entityId', '=', applicationId)
        .execute();
    const writers = await server.owner
      .selectFrom('personnel')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('role', 'in', [...PERMISSIONS['privacyNotice.write'].roles])
      .where('status', '=', 'active')
      .execute();
    const entries = await bells();
    expect(entries.map(({ personnelId }) => personnelId).toSorted()).toEqual(writers.map(({ id }) => id).toSorted());
    expect(entries[0]).toMatchObject({ subject: 'ระบบจองคิว', module: 'PrivacyNotice' });
    const { application } = await calls();
    const before = await application.get({ ws, id: applicationId });
    const saved = await application.update({
      ...before,
      ws,
      id: applicationId,
      description: 'ระบบจองคิวตรวจ',
      dataControllerId: before.dataController.id,
      lineOfWorkId: before.lineOfWork?.id ?? null,
      dataSourceId: before.dataSource?.id ?? null,
      purposeIds: before.purposes.map(({ id }) => id),
    } as never);
    await application.publish({ ws, id: applicationId, rowVersion: saved.rowVersion });
    expect(await bells()).toHaveLength(entries.length);
  });
});

describe('the preview text', () => {
  it('reflects an unsaved draft, and stores nothing of it', async () => {
    const record = await buildComplete(await buildPublished('ระบบร่างประกาศ'));
    const { privacyNotice } = await calls();
    const { id, draft } = record;
    const typed = await privacyNotice.preview({
      ws,
      id,
      draft: { ...draft, organization: { ...draft.organization, acronym: 'QXZ' }, ageAcknowledged: false },
    });
    expect(textOf(typed, 'th')).toContain('QXZ');
    expect(typed.problems).toMatchObject([{ path: ['ageAcknowledged'] }]);
    const emptied = await privacyNotice.preview({ ws, id, draft: { ...draft, applications: [] } });
    expect(emptied.applications).toEqual([]);
    expect(emptied.problems.map(({ path }) => path[0])).toContain('applications');
    const unchanged = await privacyNotice.get({ ws, id });
    expect(unchanged.rowVersion).toBe(record.rowVersion);
    expect(textOf(unchanged, 'th')).not.toContain('QXZ');
  });

  it('is refused for an unknown notice', async () => {
    const { draft } = await buildComplete(await buildPublished('ระบบร่างอีกฉบับ'));
    const { privacyNotice } = await calls();
    expect(await refusal(privacyNotice.preview({ ws, id: dataControllerId, draft }))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });
});
