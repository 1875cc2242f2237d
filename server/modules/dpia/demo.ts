import { randomUUIDv7 } from 'node:crypto';
import { dpiaDraft } from '../../../shared/dpia/content.ts';
import type { DpiaFramework } from '../../../shared/dpia/framework.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { DAY, HOUR } from '../../../shared/duration.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';
import type { appRouter } from '../../router.ts';
import { DEMO_DPIAS, type DemoDpia, type DemoRisk } from './demoContent.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** Days after `createdAt` on which an assessment is published. */
const PUBLISHED_AFTER = 20;

/** The place and the authors of the demo's assessments. */
interface Office {
  readonly call: (who: DemoPerson, at: number) => Caller;
  readonly ws: string;
  readonly now: number;
  readonly staffId: string;
}

/**
 * Impact assessments of the hospital, one in each state; of the published one two plans are in progress, one of them
 * overdue.
 */
export const demo: DemoPart = async ({ at, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = at as Office['call'];
  const now = Date.now();
  const people = await call('dpo', now).personnel.pick({ ws, holding: 'treatmentPlan.write' });
  const staff = people.find(({ name }) => name.startsWith('สมหญิง'));
  if (!staff) throw new Error('demo: no one carries out treatment plans');
  const office: Office = { call, ws, now, staffId: staff.id };
  for (const story of DEMO_DPIAS) await assess(office, story);
};

/** Creates one assessment on its day, and moves it to its state. */
async function assess(office: Office, { as, application: name, criteria, ...story }: DemoDpia): Promise<void> {
  const { call, ws, now } = office;
  const createdAt = now - story.before * DAY;
  const api = call('dpo', createdAt);
  const { collection } = await api.application.pick({ ws, query: name, pageSize: 1 });
  const [application] = collection;
  if (!application) throw new Error(`demo: no application ${name}`);
  const { framework } = await api.dpia.prepare({ ws, applicationId: application.id });
  const { id } = await api.dpia.create({
    ws,
    applicationId: application.id,
    name: story.name,
    reason: story.reason,
    criteria: criteria.map((code) => ({ code, note: '' })),
    dataRisk: answersOf(framework, criteria.length > 0 ? 'YES' : 'NO'),
  });
  if (as === 'NOTREQUIRED')
    await call('dpo', createdAt + DAY).dpia.notRequire({
      ws,
      id,
      why: 'ใช้เพียงชื่อ เบอร์โทรศัพท์ และวันนัด ผู้ให้บริการรายใหม่อยู่ในประเทศและมีสัญญาประมวลผลแล้ว',
    });
  if (as === 'NEW' || as === 'NOTREQUIRED') return;
  const started = await call('dpo', createdAt + HOUR).dpia.start({ ws, id });
  const later = call('dpo', createdAt + DAY);
  const { purposes } = await later.application.detail({ ws, id: application.id });
  const draft = dpiaDraft.parse({
    ...started.draft,
    dpoOpinion: {
      th: 'เห็นด้วยกับมาตรการ และให้ติดตามแผนจัดการจนแล้วเสร็จ',
      en: 'The measures are appropriate; follow the plans until they are done.',
    },
    subjectOpinion: { th: 'ผู้แทนผู้ป่วยขอให้แจ้งผลการทำลายตัวอย่าง', en: '' },
    lawfulBasis: true,
    purposes: purposes.map((purpose) => ({ purposeId: purpose.id, necessary: true, proportionate: true })),
    items: started.framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' })),
    worstCases: story.risks.map((risk) => worstCaseOf(office, risk)),
    reviewOn: as === 'PUBLISHED' ? bangkokDay(new Date(now + 200 * DAY)) : null,
  });
  await later.dpia.update({ ws, id, rowVersion: started.rowVersion, ...draft });
  if (as === 'DRAFT') return;
  const publishedAt = createdAt + PUBLISHED_AFTER * DAY;
  await call('dpo', publishedAt).dpia.publish({ ws, id });
  await carryOut(office, id, publishedAt);
}

/** Starts the plan that is due first, and records actions of it. */
async function carryOut({ call, ws }: Office, dpiaId: string, publishedAt: number): Promise<void> {
  const { collection } = await call('dpo', publishedAt).treatmentPlan.listOf({ ws, id: dpiaId });
  const [first] = [...collection].sort((a, b) => a.expectedOn.localeCompare(b.expectedOn));
  if (!first) throw new Error('demo: no treatment plan');
  const startedAt = publishedAt + 2 * DAY;
  const api = call('staff', startedAt);
  await api.treatmentPlan.move({ ws, id: first.id, action: 'start' });
  await call('staff', startedAt + DAY).treatmentPlan.addAction({
    ws,
    id: first.id,
    date: bangkokDay(new Date(startedAt)),
    time: '10:30',
    detail: 'ประชุมกับห้องปฏิบัติการ ตกลงรูปแบบไฟล์ที่เข้ารหัสแล้ว รอเอกสารทางเทคนิค',
  });
}

/** The same answer to every question of data risk. */
const answersOf = ({ dataRisk }: DpiaFramework, answer: 'YES' | 'NO') =>
  dataRisk.flatMap(({ questions }) => questions.map(({ id: questionId }) => ({ questionId, answer, note: '' })));

const point = ([likelihood, impact]: readonly [number, number]) => ({ likelihood, impact });
const lines = (texts: readonly string[]) => texts.map((text) => ({ id: randomUUIDv7(), text }));

const worstCaseOf = ({ now, staffId }: Office, { plan, ...risk }: DemoRisk) => ({
  id: randomUUIDv7(),
  title: risk.title,
  problematicActions: risk.problematicActions,
  sources: lines(risk.sources),
  threats: lines(risk.threats),
  impacts: lines(risk.impacts),
  measures: lines(risk.measures),
  initial: point(risk.initial),
  residual: point(risk.residual),
  treatment: plan
    ? {
        method: plan.method,
        detail: plan.detail,
        measures: lines(plan.measures),
        expected: point(plan.expected),
        expectedOn: bangkokDay(new Date(now + plan.dueIn * DAY)),
        responsibleId: staffId,
      }
    : null,
});
