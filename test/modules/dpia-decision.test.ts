import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { refusal } from '../helpers/refusal.ts';

const HOSTILE = 'ไม่ต้องประเมิน <script>alert(1)</script> #set page(width: 1pt) \u202E&';

let server: TestServer;
let dpo: Person;
let ws: string;
let dataControllerId: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO', name: 'ดีพีโอ สมศรี' });
  ws = dpo.workspaceId;
  ({ id: dataControllerId } = await buildDataController(server, ws));
});
afterAll(() => server.close());

const call = async (person = dpo) => callerFor(server, person);

/** An assessment of a new application that was decided as not required, for this reason. */
async function decided(why: string, variant: 'CURRENT' | 'OLDER' = 'CURRENT') {
  const { application, dpia, dpiaSettings } = await call();
  const name = `รายชื่อลูกค้า ${why.length} ${variant}`;
  const { id: applicationId } = await application.create({ ws, name, description: 'x', dataControllerId } as never);
  const { dataRisk } = await dpiaSettings.get({ ws, variant });
  const created = await dpia.create({
    ws,
    variant,
    applicationId,
    name,
    reason: 'ตรวจตามรอบ',
    criteria: [{ code: 'LARGE_SCALE', note: 'สมาชิกสองแสนคน' }],
    dataRisk: dataRisk.flatMap(({ questions }) =>
      questions.map(({ id: questionId }) => ({ questionId, answer: 'NO' as const })),
    ),
  });
  return dpia.notRequire({ ws, id: created.id, why });
}

async function documentOf(
  subjectId: string,
  format: 'pdf' | 'html',
  locale: 'th' | 'en',
  input: Record<string, unknown> = {},
) {
  const { id } = await (await call()).export.start({ ws, kind: 'dpia-decision', subjectId, format, locale, input });
  const item = await ended(server, dpo, id);
  expect(item.status, item.errorCode ?? '').toBe('done');
  const headers = { authorization: `Bearer ${dpo.token}` };
  return server.app.inject({ url: item.file!.url, headers });
}

it('is a document with a separate number in the workspace, in either language', async () => {
  const first = await decided('ใช้ชื่อและอีเมลเท่านั้น');
  const second = await decided('ไม่มีข้อมูลอ่อนไหว', 'OLDER');
  const number = first.decisions[0]!.documentNumber;
  expect(second.decisions[0]).toMatchObject({ number: 1, documentNumber: number + 1 });
  const thai = (await documentOf(first.id, 'html', 'th')).body;
  for (const part of [`เลขที่ ${number}`, 'ใช้ชื่อและอีเมลเท่านั้น', 'ดีพีโอ สมศรี', 'สมาชิกสองแสนคน', 'ระดับ 1', '20 พฤศจิกายน 2569'])
    expect(thai).toContain(part);
  // The older variant has no level of data risk.
  const older = (await documentOf(second.id, 'html', 'en')).body;
  expect(older).toContain(`No. ${number + 1}`);
  expect(older).not.toContain('Result: level');
  for (const page of [thai, older]) expect(page).not.toMatch(/undefined|\[object|dpia(Decision|Assessment):/);
  const pdf = textOfPages((await documentOf(first.id, 'pdf', 'th')).rawPayload)
    .join(' ')
    .replace(/\s+/g, '');
  expect(pdf).toContain('ใช้ชื่อและอีเมลเท่านั้น');
});

it('contains the text of each decision, and nothing in it is interpreted as markup', async () => {
  const { id } = await decided('เหตุผลแรก');
  const { dpia } = await call();
  await dpia.reopen({ ws, id });
  await dpia.notRequire({ ws, id, why: HOSTILE });
  const newest = (await documentOf(id, 'html', 'th')).body;
  expect(newest).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(newest).not.toContain('<script');
  expect(newest).not.toContain('\u202E');
  expect((await documentOf(id, 'html', 'th', { number: 1 })).body).toContain('เหตุผลแรก');
  expect(textOfPages((await documentOf(id, 'pdf', 'en')).rawPayload).join(' ')).toContain('#set page(width: 1pt)');
});

it('remains with its assessment, which cannot be deleted after it was reopened', async () => {
  const { id } = await decided('ใช้อีเมลเท่านั้น');
  const { dpia } = await call(await buildPerson(server, { workspaceId: ws, role: 'Staff' }));
  const { allowed } = await dpia.reopen({ ws, id });
  expect(allowed).not.toContain('remove');
  expect(await refusal(dpia.remove({ ws, id }))).toMatchObject({ code: 'dpia.decided' });
  expect(await dpia.decision({ ws, id, number: 1 })).toMatchObject({ content: { why: 'ใช้อีเมลเท่านั้น' } });
});

it('is restricted to users who may export assessments of the workspace', async () => {
  const { id } = await decided('เหตุผลอื่น ๆ');
  const ask = async (person: Person, of = ws) =>
    refusal((await call(person)).export.start({ ws: of, kind: 'dpia-decision', format: 'pdf', subjectId: id }));
  const stranger = await buildPerson(server, { role: 'DPO' });
  expect(await ask(stranger, stranger.workspaceId)).toMatchObject({ code: 'dpia.notFound' });
  const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
  expect(await ask(manager)).toMatchObject({ status: 'FORBIDDEN' });
});
