import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CNIL_LIMITS } from '../../shared/dpia/cnil/format.ts';
import { type DpiaDraft, dpiaDraft } from '../../shared/dpia/content.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'manager', Person>;
let applicationId: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ({ ws, ...people } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', manager: 'Top Management' }));
  ({ id: applicationId } = await buildApplication(server, ws, { name: 'ระบบตรวจพันธุกรรม' }));
});
afterAll(() => server.close());

const dpiaOf = async (person = people.dpo) => (await callerFor(server, person)).dpia;
const get = (path: string, person = people.dpo) =>
  server.app.inject({ url: path, headers: { authorization: `Bearer ${person.token}` } });
const post = (file: string, person = people.dpo) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/${ws}/dpias/cnil`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: { applicationId, file },
  });

async function buildDraft(more: Partial<DpiaDraft> = {}) {
  const dpia = await dpiaOf();
  const created = await dpia.create({ ws, applicationId, name: 'ประเมินการตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม' });
  const { framework } = created;
  return dpia.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    ...dpiaDraft.parse({
      ...completeDpiaDraft(),
      name: created.name,
      reason: 'ข้อมูลพันธุกรรม',
      purposes: [],
      reviewerId: people.dpo.personnelId,
      items: framework.items.map(({ id: itemId }, at) => ({
        itemId,
        answer: at % 2 ? 'MET' : 'NOT_MET',
        note: `${at}`,
      })),
      dataRisk: framework.dataRisk.flatMap(({ questions }) =>
        questions.map(({ id: questionId }) => ({ questionId, answer: 'NO' as const, note: '' })),
      ),
      ...more,
    }),
  });
}
/** An assessment in the format of the other application. */
const foreign = JSON.stringify({
  pia: { name: 'Sleep monitor', dpo_opinion: 'Fine', house_number: 3 },
  answers: [
    { reference_to: 111, data: { text: '<p>A monitor</p>', gauge: null, list: [] } },
    { reference_to: 325, data: { text: 'Serious', gauge: 3, list: [] } },
    { reference_to: 999, data: { text: 'No such question' } },
  ],
  measures: [],
  evaluations: [],
  comments: [],
});

describe('files of the PIA application of the CNIL', () => {
  it('export and import an assessment unchanged', async () => {
    const { id, draft } = await buildDraft();
    const answer = await get(`/api/v1/${ws}/dpias/${id}/cnil`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename/);
    const dpia = await dpiaOf();
    const preview = await dpia.cnilPreview({ ws, applicationId, file: answer.body });
    expect(preview).toMatchObject({ own: true, name: draft.name });
    expect(preview.lines.filter(({ why }) => why !== null)).toEqual([]);
    const { dpia: imported } = await dpia.cnilImport({ ws, applicationId, file: answer.body });
    expect(imported.id).not.toBe(id);
    expect(imported).toMatchObject({ status: 'NEW', application: { id: applicationId }, annexes: [] });
    expect(imported.draft).toEqual(draft);
    expect((await get(`/api/v1/${ws}/dpias/${imported.id}/cnil`)).json()).toMatchObject({
      pokpong: { draft: JSON.parse(JSON.stringify(draft)) },
    });
  });

  it('turn security measures that the purposes of the application do not list into words', async () => {
    const { application, dpia, purpose } = await callerFor(server, people.dpo);
    const measure = await server.owner
      .selectFrom('catalogueItems')
      .select(['id', 'nameTh as text'])
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'securityMeasure')
      .executeTakeFirstOrThrow();
    const { id: purposeId } = await purpose.create({
      ws,
      title: { th: 'ส่งตรวจ', en: '' },
      securityMeasureIds: [measure.id],
    } as never);
    const { id: dataControllerId } = await buildDataController(server, ws);
    const { id: other } = await application.create({
      ws,
      name: 'ระบบส่งตรวจ',
      description: 'ส่งตรวจ',
      dataControllerId,
      purposeIds: [purposeId],
    });
    const [worst] = completeDpiaDraft().worstCases;
    const { id } = await buildDraft({ worstCases: [{ ...worst!, securityMeasureIds: [measure.id] }] });
    const { body: file } = await get(`/api/v1/${ws}/dpias/${id}/cnil`);
    const worstCaseIn = async (target: string) =>
      (await dpia.cnilImport({ ws, applicationId: target, file })).dpia.draft.worstCases[0];
    expect(await worstCaseIn(other)).toMatchObject({ securityMeasureIds: [measure.id], measures: [] });
    expect(await worstCaseIn(applicationId)).toMatchObject({
      securityMeasureIds: [],
      measures: [{ text: measure.text }],
    });
  });

  it('of another origin become an assessment; the rest is its annex, line by line', async () => {
    const answer = await post(foreign);
    expect(answer.statusCode).toBe(201);
    const { dpia: imported, lines } =
      answer.json<Awaited<ReturnType<Awaited<ReturnType<typeof dpiaOf>>['cnilImport']>>>();
    expect(imported).toMatchObject({
      name: 'Sleep monitor',
      draft: { dpoOpinion: { th: 'Fine' }, worstCases: [{ residual: { impact: 4 }, carried: true }] },
    });
    const left = lines.filter(({ why }) => why !== null).map(({ from, why }) => `${from} ${why}`);
    expect(left).toEqual(['pia house_number noPlace', 'answers 999 noPlace']);
    expect(imported.annexes).toMatchObject([{ name: expect.stringMatching(/\.json$/) as string }]);
    const annex = await get(`/files-api/v1/files/${imported.annexes[0]!.id}?workspace=${ws}`);
    expect(annex.statusCode).toBe(200);
    expect(annex.json()).toEqual({
      pia: { house_number: 3 },
      answers: [{ reference_to: 999, data: { text: 'No such question' } }],
    });
    expect(imported.files).toEqual([]);
  });

  it('are refused with helpful messages, if they are too large or of another type; nothing is stored', async () => {
    const dpia = await dpiaOf();
    const before = (await dpia.list({ ws })).meta.totalItems;
    for (const file of ['{"pia":', '[]', `{"pia":${'['.repeat(50_000)}${']'.repeat(50_000)}}`]) {
      const answer = await post(file);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'dpia.cnilUnreadable', issues: [{ path: ['file'] }] });
    }
    expect((await post('x'.repeat(CNIL_LIMITS.bytes + 1))).statusCode).toBe(400);
    expect((await post('x'.repeat(3 * CNIL_LIMITS.bytes))).statusCode).toBe(413);
    expect((await dpia.list({ ws })).meta.totalItems).toBe(before);
  });

  it('are restricted to users who write, and to applications of their own workspace', async () => {
    const { id } = await buildDraft();
    const stranger = await buildPerson(server, { role: 'DPO' });
    const theirs = { ws: stranger.workspaceId, applicationId, file: foreign };
    expect(await refusal((await dpiaOf(stranger)).cnilImport(theirs))).toMatchObject({ status: 'NOT_FOUND' });
    expect(await refusal((await dpiaOf(stranger)).cnilPreview(theirs))).toMatchObject({ status: 'NOT_FOUND' });
    expect((await post(foreign, people.manager)).statusCode).toBe(403);
    expect((await get(`/api/v1/${ws}/dpias/${id}/cnil`, people.manager)).statusCode).toBe(403);
    expect((await get(`/api/v1/${stranger.workspaceId}/dpias/${id}/cnil`, stranger)).statusCode).toBe(404);
    expect((await get(`/api/v1/${ws}/dpias/${id}/cnil?version=7`)).statusCode).toBe(404);
    expect((await get(`/api/v1/${ws}/dpias/${id}/cnil?version=x`)).statusCode).toBe(400);
  });
});
