import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDataController, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildRegister } from '../helpers/register.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff', Person>;
let application: { id: string; purposeIds: string[] };
beforeAll(async () => {
  server = await sharedServer();
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  const call = () => callerFor(server, people.dpo);
  const built = await buildRegister(server, call, { ws, dataControllerId, applications: 1, purposesEach: 1 });
  application = built[0]!;
});
afterAll(() => server.close());

const api = async (person: Person = people.dpo) => (await callerFor(server, person)).dpia;
const authorized = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const download = (fileId: string, person: Person = people.staff) =>
  server.app.inject({ url: `/files-api/v1/files/${fileId}?workspace=${ws}`, headers: authorized(person) });

/** Uploads a text like the screen does. */
async function upload(name: string, text: string, person: Person = people.dpo): Promise<string> {
  const boundary = 'pokpong-test-boundary';
  const answer = await server.app.inject({
    method: 'POST',
    url: `/files-api/v1/upload?workspace=${ws}&kind=dpiaConsultation`,
    headers: { ...authorized(person), 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  expect(answer.statusCode).toBe(200);
  return (answer.json() as { id: string }).id;
}
/** The record that owns a file; null: it is removed soon. */
const ownerOf = async (fileId: string) =>
  (await server.owner.selectFrom('files').select('ownerId').where('id', '=', fileId).executeTakeFirstOrThrow()).ownerId;
const consulted = (fileIds: string[]) => ({
  id: randomUUIDv7(),
  who: { th: 'ฝ่ายไอที', en: '' },
  on: '2026-10-01',
  opinion: { th: 'เห็นชอบ', en: '' },
  fileIds,
});
const draft = (more: object = {}) =>
  draftDpia(
    server,
    people.dpo,
    { ws, applicationId: application.id },
    {
      purposes: application.purposeIds.map((purposeId) => ({ purposeId, necessary: true, proportionate: true })),
      ...more,
    },
  );
const reportOf = async (id: string, version: number): Promise<string> => {
  const answer = await server.app.inject({
    url: `/api/v1/${ws}/dpias/${id}/report-html?version=${version}`,
    headers: authorized(people.dpo),
  });
  expect(answer.statusCode).toBe(200);
  return answer.payload;
};

it('a consultation has files, which readers of the assessment download and its report names', async () => {
  const [inside, outside] = [await upload('เห็นชอบ.txt', 'เห็นชอบ'), await upload('ที่ปรึกษา.txt', 'ควรเข้ารหัส')];
  const dpia = await draft({ consultation: { internal: [consulted([inside])], external: [consulted([outside])] } });
  expect(dpia.files.map(({ id, name }) => [id, name])).toEqual([
    [inside, 'เห็นชอบ.txt'],
    [outside, 'ที่ปรึกษา.txt'],
  ]);
  expect((await download(inside)).payload).toBe('เห็นชอบ');
  expect(await reportOf(dpia.id, 0)).toContain('ที่ปรึกษา.txt');
  // A file uploaded by somebody else cannot be attached.
  const theirs = await upload('ของคนอื่น.txt', 'x', people.staff);
  const { rowVersion } = await (await api()).get({ ws, id: dpia.id });
  const stolen = { consultation: { internal: [consulted([theirs])], external: [] } };
  expect(await refusal((await api()).update({ ws, id: dpia.id, rowVersion, ...dpia.draft, ...stolen }))).toMatchObject({
    code: 'file.notFound',
    status: 'BAD_REQUEST',
    fields: ['consultation.internal.0.fileIds'],
  });
});

it('files of a published version remain with it, whatever the next one removes', async () => {
  const fileId = await upload('หลักฐาน.txt', 'หลักฐาน');
  const { id } = await draft({ consultation: { internal: [consulted([fileId])], external: [] } });
  const calls = await api();
  await calls.publish({ ws, id });
  const next = await calls.newVersion({ ws, id });
  const { rowVersion } = next;
  await calls.update({ ws, id, rowVersion, ...next.draft, consultation: { internal: [], external: [] } });
  expect((await download(fileId)).payload).toBe('หลักฐาน');
  expect(await reportOf(id, 1)).toContain('หลักฐาน.txt');
  expect(await reportOf(id, 0)).not.toContain('หลักฐาน.txt');
});

it('files of a draft are released as soon as neither it nor a published version names them', async () => {
  const [first, second] = [await upload('หลักฐาน.txt', 'หลักฐาน'), await upload('ผิดไฟล์.txt', 'ผิดไฟล์')];
  const { id } = await draft({ consultation: { internal: [consulted([first])], external: [] } });
  const calls = await api();
  await calls.publish({ ws, id });
  const next = await calls.newVersion({ ws, id });
  const both = { consultation: { internal: [consulted([first, second])], external: [] } };
  const { rowVersion } = await calls.update({ ws, id, rowVersion: next.rowVersion, ...next.draft, ...both });
  expect(await ownerOf(second)).toBe(id);
  await calls.update({ ws, id, rowVersion, ...next.draft, consultation: { internal: [], external: [] } });
  expect([await ownerOf(first), await ownerOf(second)]).toEqual([id, null]);
});

it('files of an assessment are released with it', async () => {
  const fileId = await upload('ความเห็น.txt', 'ความเห็น');
  const { id } = await draft({ consultation: { internal: [consulted([fileId])], external: [] } });
  const file = JSON.stringify({ pia: { name: 'Sleep monitor', house_number: 3 } });
  const imported = await (await api()).cnilImport({ ws, applicationId: application.id, file });
  const annexId = imported.dpia.annexes[0]!.id;
  expect([await ownerOf(fileId), await ownerOf(annexId)]).toEqual([id, imported.dpia.id]);
  for (const one of [id, imported.dpia.id]) await (await api()).remove({ ws, id: one });
  expect([await ownerOf(fileId), await ownerOf(annexId)]).toEqual([null, null]);
});

it('a published version preserves the diagram of its time', async () => {
  const { id } = await draft();
  const calls = await api();
  await calls.publish({ ws, id });
  const { content } = await calls.version({ ws, id, v: 1 });
  const picture = await download(content.dataFlowFileId!);
  expect(picture.statusCode).toBe(200);
  expect(picture.payload).toMatch(/^<svg/);
  const figures = (html: string) => html.match(/<(svg|img)\b/g)?.length ?? 0;
  const before = figures(await reportOf(id, 1));
  // There are no flows any more: the version has its diagram, a draft has none.
  const { dataMapping } = await callerFor(server, people.dpo);
  const { rowVersion } = await dataMapping.get({ ws, id: application.id });
  await dataMapping.update({ ws, id: application.id, rowVersion, flows: [] });
  expect(figures(await reportOf(id, 1))).toBe(before);
  await calls.newVersion({ ws, id });
  expect(figures(await reportOf(id, 0))).toBe(before - 1);
});
