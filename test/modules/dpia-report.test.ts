import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { draftOf } from '../../shared/purpose/fields.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { ended } from '../helpers/exports.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { publishRegister } from '../helpers/publishedRegister.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { refusal } from '../helpers/refusal.ts';
import { completeFlow } from '../helpers/register.ts';

const HOSTILE = '</h2><script>globalThis.hit=1</script> #read("/etc/passwd") *x* $a$';

let server: TestServer;
let dpo: Person;
let ws: string;
let applicationId: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO', name: 'สมปอง คุ้มครอง' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  ({ id: applicationId } = await (
    await callerFor(server, dpo)
  ).application.create({ ws, name: 'ระบบตรวจพันธุกรรม', description: 'ตรวจพันธุกรรมผู้ป่วย', dataControllerId }));
});
afterAll(() => server.close());

/** A publishable draft, with this name and title of its worst case. */
async function buildDraft(name = 'ประเมินการตรวจพันธุกรรม', title = 'ผลตรวจรั่วไหล') {
  const calls = (await callerFor(server, dpo)).dpia;
  const { id } = await calls.create({ ws, applicationId, name, reason: 'ใช้ข้อมูลพันธุกรรม' });
  const { rowVersion, framework, draft } = await updatedCriteria(id);
  return calls.update({
    ws,
    id,
    rowVersion,
    ...dpiaDraft.parse({
      ...draft,
      lawfulBasis: true,
      lawfulBasisNote: 'ความยินยอมโดยชัดแจ้ง',
      consultation: {
        internal: [
          { id: randomUUIDv7(), who: { th: 'ฝ่ายไอที', en: '' }, on: '2026-10-01', opinion: { th: 'เห็นชอบ', en: '' } },
        ],
      },
      dpoOpinion: { th: 'ควรเข้ารหัส', en: 'Should be encrypted' },
      items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'PARTLY_MET' })),
      worstCases: [
        worstCase.parse({
          id: randomUUIDv7(),
          title: { th: title, en: 'Results leak' },
          sources: [{ id: randomUUIDv7(), text: 'แฮกเกอร์' }],
          threats: [{ id: randomUUIDv7(), text: 'เจาะระบบ' }],
          initial: { likelihood: 4, impact: 5 },
          residual: { likelihood: 2, impact: 3 },
          treatment: {
            method: 'REDUCTION',
            detail: 'เข้ารหัสฐานข้อมูล',
            expected: { likelihood: 1, impact: 3 },
            expectedOn: '2030-01-31',
            responsibleId: dpo.personnelId,
          },
        }),
      ],
      reviewOn: '2030-12-31',
    }),
  });
}

/** Started, because two criteria are met and every question is answered. */
async function updatedCriteria(id: string) {
  const calls = (await callerFor(server, dpo)).dpia;
  const { draft, framework, rowVersion } = await calls.get({ ws, id });
  const { rowVersion: next } = await calls.update({
    ws,
    id,
    rowVersion,
    ...draft,
    criteria: [
      { code: 'SENSITIVE_DATA', note: 'ข้อมูลพันธุกรรม' },
      { code: 'NEW_TECHNOLOGY', note: '' },
    ],
    dataRisk: framework.dataRisk.flatMap(({ questions }) =>
      questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' as const, note: '' })),
    ),
  });
  return calls.start({ ws, id, rowVersion: next });
}

const get = (path: string, person = dpo) =>
  server.app.inject({ url: `/api/v1/${ws}${path}`, headers: { authorization: `Bearer ${person.token}` } });
/** An exported document of an assessment, as HTML. */
async function exported(id: string, kind: 'dpia-report' | 'dpia-public-summary', locale: 'th' | 'en'): Promise<string> {
  const calls = await callerFor(server, dpo);
  const started = await calls.export.start({ ws, kind, subjectId: id, format: 'html', locale });
  const { file, errorCode } = await ended(server, dpo, started.id);
  expect(errorCode).toBeNull();
  return (await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${dpo.token}` } })).body;
}
const joined = (pages: readonly string[]) => pages.join('').replace(/\s+/g, '');

const PARTS = ['การอนุมัติ', 'บทสรุป', 'ขอบเขต', 'การประมวลผล', 'ความจำเป็น', 'การปรึกษาหารือ', 'แผนที่ความเสี่ยง'];

describe('the report of an impact assessment', () => {
  it('contains in Thai the text of the draft, then that of each published version', async () => {
    const { id, rowVersion } = await buildDraft();
    const calls = (await callerFor(server, dpo)).dpia;
    const draft = await calls.report({ ws, id });
    expect(draft.version).toBe(0);
    const lines = draft.sections.flatMap((section) => section.lines).join('\n');
    for (const part of [
      'ระบบตรวจพันธุกรรม',
      'ความยินยอมโดยชัดแจ้ง',
      'ฝ่ายไอที | 1 ตุลาคม 2569 | เห็นชอบ',
      'โอกาสเกิด 4 × ผลกระทบ 5 = 20 (สูงมาก)',
      'โอกาสเกิด 2 × ผลกระทบ 3 = 6 (ปานกลาง)',
      'เข้ารหัสฐานข้อมูล',
      'สมปอง คุ้มครอง',
      '31 มกราคม 2573',
    ])
      expect(lines).toContain(part);
    expect(lines).not.toMatch(/undefined|\[object|dpia(Report|Assessment):/);

    const published = await calls.publish({ ws, id, rowVersion });
    expect(published.publishedVersion).toBe(1);
    const { content, sha256 } = await calls.version({ ws, id, v: 1 });
    const first = await calls.report({ ws, id });
    expect(first).toMatchObject({ version: 1, sha256 });
    expect(contentHash(content)).toBe(sha256);
    expect(first.sections.at(-1)!.lines.join('\n')).toContain(sha256.slice(0, 16));
    expect(await refusal(calls.report({ ws, id, version: 2 }))).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('and its public summary contain what is written in English only', async () => {
    const { id, draft, rowVersion } = await buildDraft();
    const english = (en: string) => ({ th: '', en });
    const consulted = { id: randomUUIDv7(), who: english('The laboratory'), on: null, opinion: english('Agrees') };
    const calls = (await callerFor(server, dpo)).dpia;
    await calls.update({
      ws,
      id,
      rowVersion,
      ...dpiaDraft.parse({
        ...draft,
        description: english('Sequencing abroad'),
        consultation: { external: [consulted] },
        dpoOpinion: english('Encrypt the results'),
        subjectOpinion: english('Patients were asked'),
        worstCases: draft.worstCases.map((one) => ({ ...one, description: english('Results become public') })),
      }),
    });
    const { sections } = await calls.report({ ws, id });
    const lines = sections.flatMap((section) => section.lines).join('\n');
    for (const part of [
      'Sequencing abroad',
      'The laboratory',
      'Agrees',
      'Results become public',
      'Encrypt the results',
    ])
      expect(lines).toContain(part);
    const summary = await exported(id, 'dpia-public-summary', 'th');
    for (const part of ['Encrypt the results', 'Patients were asked']) expect(summary).toContain(part);
  });

  it('and its public summary draw no conclusion while a worst case is not assessed, and state how many are', async () => {
    const { id, draft, rowVersion } = await buildDraft();
    const calls = (await callerFor(server, dpo)).dpia;
    const conclusion = async () => {
      const { sections } = await calls.report({ ws, id });
      return sections.find(({ title }) => title.includes('ข้อสรุป'))!.lines.join('\n');
    };
    expect(await conclusion()).toContain('จึงไม่ต้องมีแผนจัดการความเสี่ยงเพิ่มเติม');
    expect(await exported(id, 'dpia-public-summary', 'en')).not.toContain('so far');
    const added = worstCase.parse({ id: randomUUIDv7(), title: { th: 'ผลตรวจหาย', en: 'Results are lost' } });
    await calls.update({ ws, id, rowVersion, ...draft, worstCases: [...draft.worstCases, added] });
    expect(await conclusion()).toContain('ยังสรุปไม่ได้');
    expect(await conclusion()).not.toContain('จึงไม่ต้องมีแผน');
    const lines = (await calls.report({ ws, id })).sections.flatMap((section) => section.lines);
    expect(lines).toContain('ความเสี่ยงคงเหลือ: ปานกลาง (ประเมินแล้ว 1 จาก 2 เหตุการณ์)');
    expect(await exported(id, 'dpia-public-summary', 'en')).toContain('Medium so far (1 of 2 assessed)');
  });

  it('names the recipients to whom the purposes disclose data, and no others', async () => {
    const { purpose, application, dpia } = await callerFor(server, dpo);
    const { id: dataControllerId } = await buildDataController(server, ws);
    const laboratory = (name: string) => ({ name, countries: ['SG'], contract: '' });
    const register = { ws, description: 'ตรวจ', dataControllerId };
    const { id: billing } = await application.create({ ...register, name: 'ระบบการเงิน' });
    const build = async (title: string, sharing: object): Promise<string> =>
      (await purpose.create({ ws, title: { th: title, en: '' }, ...sharing } as never)).id;
    const purposeIds = [
      await build('ส่งตรวจ', {
        thirdPartyDisclosure: true,
        thirdParties: [laboratory('ห้องแล็บกลาง')],
        internalSharing: true,
        internalApplicationIds: [billing],
      }),
      await build('เก็บผล', { thirdPartyDisclosure: false, thirdParties: [laboratory('ห้องแล็บเดิม')] }),
    ];
    const { id: assessed } = await application.create({ ...register, name: 'ระบบส่งตรวจ', purposeIds });
    const { id } = await dpia.create({ ws, applicationId: assessed, name: 'ส่งตรวจ', reason: 'ส่งไปต่างประเทศ' });
    const { sections } = await dpia.report({ ws, id });
    const lines = sections.flatMap((section) => section.lines);
    expect(lines).toContain('ผู้รับข้อมูล: ห้องแล็บกลาง (สิงคโปร์), ระบบการเงิน');
    expect(lines.find((line) => line.startsWith('ส่งตรวจ |'))).toMatch(/\| ห้องแล็บกลาง \(สิงคโปร์\), ระบบการเงิน$/);
    expect(lines.join('\n')).not.toContain('ห้องแล็บเดิม');
  });

  it('and its public summary contain what only the data mapping names: groups, data, and storage with its country', async () => {
    const { application, catalogue, dataMapping, dpia, purpose } = await callerFor(server, dpo);
    const { id: dataControllerId } = await buildDataController(server, ws);
    const { id: purposeId } = await purpose.create({ ws, title: { th: 'ลงทะเบียน', en: 'Register' } } as never);
    const { id: assessed } = await application.create({
      ws,
      name: 'ระบบลงทะเบียน',
      description: 'ลงทะเบียน',
      dataControllerId,
      purposeIds: [purposeId],
    });
    const word = async (kind: 'dataSubjectGroup' | 'storageSystem', th: string, en: string) =>
      (await catalogue.create({ ws, kind, name: { th, en } })).id;
    const dataSubjectGroupId = await word('dataSubjectGroup', 'ผู้เข้าอบรม', 'Trainees');
    const storageSystemId = await word('storageSystem', 'คลังสำรอง', 'Backup store');
    await server.owner.updateTable('catalogueItems').set({ country: 'SG' }).where('id', '=', storageSystemId).execute();
    const { id: card, piiCategoryId } = await server.owner
      .selectFrom('piiAttributes')
      .select(['id', 'piiCategoryId'])
      .where('workspaceId', '=', ws)
      .where('nameEn', '=', 'Copy of the national ID card showing religion or blood group')
      .executeTakeFirstOrThrow();
    const { nameTh: category } = await server.owner
      .selectFrom('piiCategories')
      .select('nameTh')
      .where('id', '=', piiCategoryId)
      .executeTakeFirstOrThrow();
    const line = { ...(await completeFlow(server, ws, purposeId)), dataSubjectGroupId, storageSystemId };
    await dataMapping.create({ ws, id: assessed, flows: [{ ...line, attributeIds: [card] }] });
    const { id } = await dpia.create({ ws, applicationId: assessed, name: 'ลงทะเบียน', reason: 'สำเนาบัตร' });
    const lines = (await dpia.report({ ws, id })).sections.flatMap((section) => section.lines);
    const copy = 'สำเนาบัตรประจำตัวประชาชนที่เห็นศาสนาหรือหมู่เลือด';
    for (const fact of ['ผู้เข้าอบรม', copy, 'คลังสำรอง (สิงคโปร์)'])
      expect(
        lines.some((text) => text.endsWith(`: ${fact}`)),
        fact,
      ).toBe(true);
    expect(lines.find((text) => text.startsWith('ลงทะเบียน |'))).toContain(`| ${category}, ${copy} |`);
    const summary = await exported(id, 'dpia-public-summary', 'en');
    expect(summary).toContain('Trainees');
    expect(summary).toContain('Copy of the national ID card showing religion or blood group');
  });

  it('names a purpose that was assessed as a draft after its version, whatever becomes of the draft', async () => {
    const { application, purpose, dpia } = await callerFor(server, dpo);
    const { id: dataControllerId } = await buildDataController(server, ws);
    const { id: assessed } = await application.create({ ws, name: 'ระบบนัดหมาย', description: 'นัด', dataControllerId });
    const { purposeId } = await publishRegister(server, dpo, assessed);
    const { purposes } = completeDpiaDraft([purposeId]);
    const { id } = await draftDpia(server, dpo, { ws, applicationId: assessed }, { purposes });
    const activity = async (version: number) => {
      const { sections } = await dpia.report({ ws, id, version });
      return sections.flatMap(({ lines }) => lines).find((line) => line.startsWith('ดูแลผู้ป่วย |'));
    };
    expect(await activity(0)).toMatch(/^ดูแลผู้ป่วย \| 1 \|/);
    const { rowVersion, content } = await purpose.get({ ws, id: purposeId });
    const description = { th: 'บันทึกการรักษาและการนัดหมาย', en: '' };
    const edited = await purpose.update({ ws, id: purposeId, rowVersion, ...draftOf(content), description });
    await dpia.publish({ ws, id });
    const { register } = (await dpia.version({ ws, id, v: 1 })).content;
    expect(register.purposes).toMatchObject([{ id: purposeId, version: 1, fromDraft: true }]);
    await purpose.update({ ws, id: purposeId, rowVersion: edited.rowVersion, ...draftOf(content) });
    expect(await activity(1)).toMatch(/^ดูแลผู้ป่วย \| ร่างหลังฉบับที่ 1 \|/);
  });

  it('is a PDF with its parts, map and annexes', async () => {
    const { id } = await buildDraft();
    const answer = await get(`/dpias/${id}/report-pdf`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const text = joined(textOfPages(answer.rawPayload));
    for (const part of [...PARTS, 'ผลตรวจรั่วไหล', 'ภาคผนวก6:ประวัติ', 'เจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล', 'ลายมือชื่อ'])
      expect(text).toContain(part.replace(/\s+/g, ''));
    expect(text).not.toContain('ผู้บริหารระดับสูง(ผู้ยอมรับ');
    expect((await get(`/dpias/${id}/report-pdf?version=1`)).statusCode).toBe(404);
    expect((await get(`/dpias/${id}/report-pdf?version=-1`)).statusCode).toBe(400);
  });

  it('escapes hostile texts, as HTML and as PDF', async () => {
    const { id } = await buildDraft(`ก ${HOSTILE}`, `ข ${HOSTILE}`);
    const page = await get(`/dpias/${id}/report-html`);
    expect(page.headers['content-type']).toMatch(/text\/html/);
    expect(page.headers['content-security-policy']).toContain('sandbox');
    expect(page.body).not.toContain('<script');
    expect(page.body).toContain('&lt;script&gt;');
    const text = joined(textOfPages((await get(`/dpias/${id}/report-pdf`)).rawPayload));
    expect(text).toContain(HOSTILE.replace(/\s+/g, ''));
  });

  it('is exported in Thai whatever language is requested; its public summary in either language, without names or threats', async () => {
    const { id } = await buildDraft();
    expect(await exported(id, 'dpia-report', 'en')).toContain('รายงานการประเมินผลกระทบ');
    for (const [locale, parts] of [
      ['th', ['สรุปการประเมินผลกระทบ', 'ผลตรวจรั่วไหล', 'ควรเข้ารหัส', 'ปานกลาง']],
      ['en', ['Summary of the data protection impact assessment', 'Results leak', 'Should be encrypted', 'Medium']],
    ] as const) {
      const text = await exported(id, 'dpia-public-summary', locale);
      for (const part of parts) expect(text).toContain(part);
      for (const withheld of ['สมปอง', 'เจาะระบบ', 'แฮกเกอร์']) expect(text).not.toContain(withheld);
    }
  });

  it('is restricted to readers of assessments, of their own workspace', async () => {
    const { id } = await buildDraft();
    const [stranger, audit] = await Promise.all([
      buildPerson(server, { role: 'DPO' }),
      buildPerson(server, { workspaceId: ws, role: 'Top Management' }),
    ]);
    expect((await get(`/dpias/${id}/report-pdf`, audit)).statusCode).toBe(403);
    expect((await get(`/dpias/${id}/report-html`, stranger)).statusCode).toBe(404);
    const own = await server.app.inject({
      url: `/api/v1/${stranger.workspaceId}/dpias/${id}/report-html`,
      headers: { authorization: `Bearer ${stranger.token}` },
    });
    expect(own.statusCode).toBe(404);
  });
});
