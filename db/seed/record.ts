import type { appRouter } from '../../server/router.ts';
import { LIA_QUESTIONS, LIA_TESTS, type LiaAnswers, type LiaQuestion } from '../../shared/legitimateInterest.ts';
import { type DemoPurpose, RECORD } from './content.ts';
import type { WORKSPACES } from './people.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
type Named = { id: string; name: { th: string; en: string } };

const WORD_KINDS = ['dataSubjectGroup', 'storageSystem', 'destructionMethod', 'department', 'securityMeasure', 'lineOfWork', 'dataSource', 'collectionChannel'] as const;

/** Every question answered as an assessment that holds would answer it. */
const passingAssessment = Object.fromEntries(
  LIA_TESTS.map((test) => [test, (LIA_QUESTIONS[test] as readonly LiaQuestion[]).map(({ passes }) => ({ answer: passes[0], explanation: '' }))]),
) as LiaAnswers;

/**
 * Records a workspace's demo applications and purposes through the procedures. `call` gives a caller with a context of
 * its own.
 */
export async function recordDemo(call: () => Caller, { id: ws, key }: (typeof WORKSPACES)[number]): Promise<void> {
  const words = new Map<string, string>();
  const learn = (kind: string, items: readonly Named[]) => items.forEach(({ id, name }) => words.set(`${kind}.${name.en}`, id));
  for (const kind of WORD_KINDS) learn(kind, (await call().catalogue.list({ ws, kind, pageSize: 100 })).collection);
  learn('pii', (await call().piiCategory.list({ ws, pageSize: 100 })).collection);
  learn('category', (await call().purposeCategory.list({ ws, pageSize: 100 })).collection);
  const find = (kind: string, name: string): string => {
    const id = words.get(`${kind}.${name}`);
    if (!id) throw new Error(`demo: the catalogue has no ${kind} "${name}"`);
    return id;
  };
  const first = (kind: (typeof WORD_KINDS)[number], count: number) => [...words].filter(([name]) => name.startsWith(`${kind}.`)).slice(0, count).map(([, id]) => id);
  const [controller] = await call().dataController.pick({ ws });

  const recordPurpose = async (demo: DemoPurpose): Promise<string> => {
    const [amount, unit, note] = demo.retention;
    const { id, rowVersion } = await call().purpose.create({
      ws,
      title: { th: demo.th, en: demo.en },
      description: { th: demo.description[0], en: demo.description[1] },
      isPrimary: demo.primary ?? false,
      purposeCategoryId: find('category', demo.category),
      dataSubjectGroupIds: demo.groups.map((name) => find('dataSubjectGroup', name)),
      piiCategoryIds: demo.pii.map((name) => find('pii', name)),
      lawfulBases: [...demo.bases],
      sensitiveExemptions: [...(demo.exemptions ?? [])],
      retention: { indefinite: false, amount, unit, note },
      storageSystemIds: demo.storage.map((name) => find('storageSystem', name)),
      destructionMethodIds: demo.draft ? [] : first('destructionMethod', 2),
      responsibleDepartmentId: find('department', demo.department),
      securityMeasureIds: demo.draft ? [] : first('securityMeasure', 4),
      thirdPartyDisclosure: demo.thirdParties !== undefined,
      thirdParties: [...(demo.thirdParties ?? [])],
      legitimateInterest: demo.bases.includes('legitimateInterest') ? passingAssessment : null,
    });
    if (!demo.draft) await call().purpose.publish({ ws, id, rowVersion });
    return id;
  };

  for (const demo of RECORD[key]) {
    const purposeIds: string[] = [];
    for (const purpose of demo.purposes) purposeIds.push(await recordPurpose(purpose));
    const { id, rowVersion } = await call().application.create({
      ws,
      name: demo.name,
      description: demo.description,
      dataControllerId: controller!.id,
      lineOfWorkId: find('lineOfWork', demo.lineOfWork),
      dataSourceId: find('dataSource', demo.source),
      dataSubjectCount: demo.subjects,
      processingFrequency: demo.frequency,
      purposeIds,
    });
    if (demo.published) await call().application.publish({ ws, id, rowVersion });
  }
}
