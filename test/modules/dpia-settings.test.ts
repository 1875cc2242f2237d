import { updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { frameworkOf } from '../../server/modules/dpiaSettings/service.ts';
import { ITEMS } from '../../server/modules/dpiaSettings/content/items.ts';
import { WORST_CASES } from '../../server/modules/dpiaSettings/content/worstCases.ts';
import type { DpiaVariant } from '../../shared/dpia/framework.ts';
import { pdpaItemFields, worstCaseFields } from '../../shared/dpiaSettings/schema.ts';
import { sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo } = await buildTeam(server, { dpo: 'DPO' }));
});

/** The framework of an assessment started now. */
const framework = (variant: DpiaVariant) =>
  withScope(server.deps.db, { workspaceId: ws }, (trx) => frameworkOf(trx, ws, variant));

describe('the framework of a workspace', () => {
  it('exists from the start, five wide, with ten items', async () => {
    const { scale, dataRisk, items } = await framework('CURRENT');
    expect([scale.width, scale.bands]).toEqual([5, [4, 9, 15]]);
    expect(dataRisk.map(({ level, questions }) => [level, questions.length])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    expect(items).toHaveLength(10);
    expect(new Set(items.flatMap(({ objectives }) => objectives)).size).toBe(9);
  });

  it('of the older variant is four wide and has no questions on data risk', async () => {
    const { scale, dataRisk } = await framework('OLDER');
    expect([scale.width, scale.bands, dataRisk]).toEqual([4, [2, 5, 9], []]);
  });

  it('starts with content that is valid in the settings', () => {
    for (const item of ITEMS) expect(pdpaItemFields.parse(item)).toEqual({ ...item, active: true });
    for (const worstCase of WORST_CASES)
      expect(worstCaseFields.parse(worstCase)).toEqual({ ...worstCase, active: true });
  });

  it('is added once to a workspace created before it', async () => {
    const empty = async () => {
      for (const table of ['dpiaFrameworks', 'dpiaItems', 'dpiaWorstCases'] as const)
        await server.owner.deleteFrom(table).where('workspaceId', '=', ws).execute();
    };
    const bring = async () => {
      await updateOlderWorkspaces(server.deps, new AbortController().signal);
    };
    await empty();
    await server.owner.updateTable('workspaces').set({ dpiaSettingsEdition: 0 }).where('id', '=', ws).execute();
    await bring();
    expect((await framework('CURRENT')).items).toHaveLength(10);
    await empty();
    await bring();
    await expect(framework('CURRENT')).rejects.toThrow();
  });
});

describe('the settings', () => {
  const settings = async () => (await callerFor(server, dpo)).dpiaSettings;

  it('change the width and preserve the words of every width; a started assessment has its copy', async () => {
    const api = await settings();
    const started = await framework('CURRENT');
    const { scales, rowVersion } = await api.scales({ ws });
    const renamed = scales.map((scale) =>
      scale.width === 5
        ? { ...scale, impact: scale.impact.map((level) => ({ ...level, title: { th: 'ใหม่', en: 'New' } })) }
        : scale,
    );
    const narrow = await api.updateScales({ ws, width: 3, scales: renamed, rowVersion });
    expect((await framework('CURRENT')).scale).toMatchObject({ width: 3, bands: [1, 3, 5] });
    await api.updateScales({ ws, width: 5, scales: narrow.scales, rowVersion: narrow.rowVersion });
    const { scale } = await framework('CURRENT');
    expect(new Set(scale.impact.map(({ title }) => title.th))).toEqual(new Set(['ใหม่']));
    expect(started.scale.impact[0]!.title.th).not.toBe('ใหม่');
  });

  it('refuse bands that are not ascending, a missing width and an outdated edit', async () => {
    const api = await settings();
    const { scales, rowVersion } = await api.scales({ ws });
    const flat = scales.map((scale) => ({ ...scale, bands: [4, 4, 9] as [number, number, number] }));
    await expect(api.updateScales({ ws, width: 5, scales: flat, rowVersion })).rejects.toThrow();
    const missing = scales.filter(({ width }) => width === 5);
    expect((await refusal(api.updateScales({ ws, width: 5, scales: missing, rowVersion }))).status).toBe('BAD_REQUEST');
    await api.updateScales({ ws, width: 4, scales, rowVersion });
    expect((await refusal(api.updateScales({ ws, width: 3, scales, rowVersion }))).code).toBe('staleEdit');
  });

  it('change the questions of one level of data risk', async () => {
    const api = await settings();
    const { collection, rowVersion } = await api.dataRisk({ ws });
    const [first, second] = collection;
    const questions = [{ id: first!.questions[0]!.id, text: { th: 'คำถามใหม่', en: 'New question' } }];
    await api.updateDataRisk({ ws, ...first!, questions, rowVersion });
    const { dataRisk } = await framework('CURRENT');
    expect(dataRisk[0]!.questions).toEqual(questions);
    expect(dataRisk[1]).toEqual(second);
    const foreign = [{ id: second!.questions[0]!.id, text: questions[0]!.text }];
    const call = api.updateDataRisk({ ws, ...first!, questions: foreign, rowVersion: rowVersion + 1 });
    expect((await refusal(call)).status).toBe('BAD_REQUEST');
  });

  it('add an item with at least one objective, and leave out inactive ones', async () => {
    const { items } = await settings();
    const words = { th: 'ข้อใหม่', en: 'New item' };
    const fields = { title: words, description: words, objectives: ['RIGHTS' as const], active: true };
    await expect(items.create({ ws, ...fields, objectives: [] })).rejects.toThrow();
    const { id } = await items.create({ ws, ...fields });
    expect((await framework('CURRENT')).items.at(-1)).toMatchObject({ id, title: words });
    await items.update({ ws, id, ...fields, active: false, rowVersion: 1 });
    expect((await framework('CURRENT')).items).toHaveLength(10);
    await items.remove({ ws, id });
    const [builtIn] = (await items.list({ ws })).collection;
    expect((await refusal(items.remove({ ws, id: builtIn!.id }))).code).toBe('dpiaSettings.builtIn');
  });

  it('are limited to 100 worst cases per variant', async () => {
    const { worstCases } = await settings();
    const worstCase = { title: { th: 'ใหม่', en: '' }, sources: [{ th: 'คนนอก', en: '' }] };
    for (let count = 7; count < 100; count += 1) await worstCases.create({ ws, ...worstCase });
    expect((await refusal(worstCases.create({ ws, ...worstCase }))).code).toBe('dpiaSettings.limit');
    await worstCases.create({ ws, variant: 'OLDER', ...worstCase });
  });

  it('of the older variant are saved together, and do not affect those of the newer one', async () => {
    const { older, items } = await settings();
    const { collection } = await older.items({ ws });
    const renamed = collection.map((item) => ({ ...item, title: { th: 'เดิม', en: 'Older' } }));
    await older.updateItems({ ws, collection: renamed });
    expect((await framework('OLDER')).items.every(({ title }) => title.th === 'เดิม')).toBe(true);
    expect((await framework('CURRENT')).items.some(({ title }) => title.th === 'เดิม')).toBe(false);
    const [newer] = (await items.list({ ws })).collection;
    expect((await refusal(older.updateItems({ ws, collection: [newer!] }))).status).toBe('NOT_FOUND');
    const { collection: levels, rowVersion } = await older.impact({ ws });
    const changed = levels.map((level) => ({ ...level, title: { th: 'ระดับ', en: 'Level' } }));
    expect((await older.updateImpact({ ws, collection: changed, rowVersion })).collection).toEqual(changed);
  });
});
