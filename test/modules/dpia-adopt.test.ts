import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'manager', Person>;
let applicationId: string;
beforeAll(async () => {
  server = await sharedServer();
  ({ ws, ...people } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management' }));
  ({ id: applicationId } = await buildApplication(server, ws));
});
afterAll(() => server.close());

const criteria = [{ code: 'SENSITIVE_DATA' as const }, { code: 'LARGE_SCALE' as const }];

/** A draft with answered questions and items, with one worst case and its plan. */
async function buildDraft() {
  const { dpia } = await callerFor(server, people.dpo);
  const created = await dpia.create({ ws, applicationId, name: 'ประเมิน', reason: 'ข้อมูลสุขภาพ', criteria });
  const { id, rowVersion, draft, framework } = await dpia.start({ ws, id: created.id });
  const one = worstCase.parse({
    id: randomUUIDv7(),
    title: { th: 'ข้อมูลรั่ว', en: '' },
    initial: { likelihood: 5, impact: 5 },
    residual: { likelihood: 3, impact: 2 },
    treatment: { method: 'REDUCTION', expected: { likelihood: 1, impact: null } },
  });
  const answers = {
    dataRisk: framework.dataRisk.flatMap(({ questions }) =>
      questions.map(({ id: questionId }) => ({ questionId, answer: 'NO' as const, note: '' })),
    ),
    items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' as const })),
  };
  return dpia.update({ ws, id, rowVersion, ...dpiaDraft.parse({ ...draft, ...answers, worstCases: [one] }) });
}

it('a draft adopts changed settings with one call: answers to remaining questions stay, levels are converted', async () => {
  const { dpia, dpiaSettings } = await callerFor(server, people.dpo);
  const before = await buildDraft();
  expect(await dpia.settingsChange({ ws, id: before.id })).toEqual({ parts: [] });

  const { scales, rowVersion } = await dpiaSettings.scales({ ws });
  await dpiaSettings.updateScales({ ws, width: 3, scales, rowVersion });
  const { collection, ...level } = await dpiaSettings.dataRisk({ ws });
  const newQuestion = { text: { th: 'คำถามใหม่', en: 'New question' } };
  await dpiaSettings.updateDataRisk({ ws, ...collection[0]!, questions: [newQuestion], rowVersion: level.rowVersion });
  expect(await dpia.settingsChange({ ws, id: before.id })).toEqual({ parts: ['scale', 'dataRisk'] });

  const { id, draft } = before;
  const after = await dpia.adoptSettings({ ws, id, rowVersion: before.rowVersion });
  const removed = collection[0]!.questions.map((question) => question.id);
  expect(after.draft.dataRisk).toEqual(draft.dataRisk.filter(({ questionId }) => !removed.includes(questionId)));
  expect(after.draft.items).toEqual(draft.items);
  expect(after.draft.worstCases).toMatchObject([
    {
      carried: true,
      initial: { likelihood: 3, impact: 3 },
      residual: { likelihood: 2, impact: 2 },
      treatment: { expected: { likelihood: 1, impact: null } },
    },
  ]);
  expect(after).toMatchObject({ framework: { scale: { width: 3 } }, initialRisk: 'EXTREME', status: 'DRAFT' });
  expect(await dpia.settingsChange({ ws, id })).toEqual({ parts: [] });
  // Once more: nothing is converted twice.
  expect((await dpia.adoptSettings({ ws, id })).draft).toEqual(after.draft);
});

it('starting an assessment whose risks were rated on another scale converts them', async () => {
  const { dpia, dpiaSettings } = await callerFor(server, people.dpo);
  const setWidth = async (width: 3 | 4 | 5) => {
    const { scales, rowVersion } = await dpiaSettings.scales({ ws });
    await dpiaSettings.updateScales({ ws, width, scales, rowVersion });
  };
  await setWidth(4);
  const { id, rowVersion, draft } = await dpia.create({ ws, applicationId, name: 'ประเมิน', reason: 'สุขภาพ', criteria });
  const rated = worstCase.parse({
    id: randomUUIDv7(),
    title: { th: 'ข้อมูลรั่ว', en: '' },
    // No scale four levels wide has this one.
    initial: { likelihood: 5, impact: 4 },
    residual: { likelihood: 3, impact: 3 },
  });
  const removed = { questionId: randomUUIDv7(), answer: 'NO' as const, note: '' };
  const before = await dpia.update({ ws, id, rowVersion, ...draft, dataRisk: [removed], worstCases: [rated] });
  expect(before).toMatchObject({ status: 'NEW', residualRisk: 'HIGH' });
  await setWidth(5);
  const started = await dpia.start({ ws, id });
  expect(started).toMatchObject({
    status: 'DRAFT',
    residualRisk: 'EXTREME',
    framework: { scale: { width: 5 } },
    draft: {
      dataRisk: [],
      worstCases: [{ carried: true, initial: { likelihood: 5, impact: 5 }, residual: { likelihood: 4, impact: 4 } }],
    },
  });
  expect(started.problems).toContainEqual({ path: ['worstCases', 0, 'carried'], key: 'dpia:carriedOpen' });
});

it('is refused for an outdated draft, after publishing and without read permission', async () => {
  const { id, rowVersion } = await buildDraft();
  const { dpia } = await callerFor(server, people.dpo);
  expect(await refusal(dpia.adoptSettings({ ws, id, rowVersion: rowVersion - 1 }))).toMatchObject({
    code: 'staleEdit',
  });
  await expect((await callerFor(server, people.manager)).dpia.adoptSettings({ ws, id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const none = await dpia.create({ ws, applicationId, name: 'ไม่ต้อง', reason: 'ตามรอบ', variant: 'OLDER' });
  await dpia.notRequire({ ws, id: none.id, why: 'ใช้อีเมลเท่านั้น' });
  expect(await refusal(dpia.adoptSettings({ ws, id: none.id }))).toMatchObject({ code: 'illegalMove' });
});

it('the list is filtered by reviewer', async () => {
  const { dpia } = await callerFor(server, people.dpo);
  const { id, rowVersion, draft } = await buildDraft();
  await dpia.update({ ws, id, rowVersion, ...draft, reviewerId: people.dpo.personnelId });
  const { collection } = await dpia.list({ ws, reviewerId: people.dpo.personnelId });
  expect(collection.map((one) => one.id)).toEqual([id]);
});
