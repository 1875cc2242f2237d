import { CATALOGUE_KINDS, type CatalogueKind } from '../../../shared/catalogue/schema.ts';
import {
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswers,
  type LiaQuestion,
} from '../../../shared/purpose/legitimateInterest.ts';
import { type DemoLine, type DemoPurpose, type DemoThirdParty, RECORD } from './demoContent.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { appRouter } from '../../router.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
type Named = { id: string; name: { th: string; en: string } };

const DAY = 24 * 3600 * 1000;
/** Contracts end near the day one looks at the demo, not near the day it tells of. */
const endOf = ({ endsIn }: DemoThirdParty): string | null =>
  endsIn === undefined ? null : new Date(Date.now() + endsIn * DAY).toISOString().slice(0, 10);

/** Every question answered as an assessment that holds would answer it. */
const passingAssessment = Object.fromEntries(
  LIA_TESTS.map((test) => [
    test,
    (LIA_QUESTIONS[test] as readonly LiaQuestion[]).map(({ passes }) => ({ answer: passes[0], explanation: '' })),
  ]),
) as LiaAnswers;

/** Records a workspace's demo applications and purposes. */
export const demo: DemoPart = async ({ next, workspace: { id: ws, key } }) => {
  const call = next as () => Caller;
  const words = new Map<string, string>();
  const learn = (kind: string, items: readonly Named[]) =>
    items.forEach(({ id, name }) => words.set(`${kind}.${name.en}`, id));
  for (const kind of CATALOGUE_KINDS)
    learn(kind, (await call().catalogue.list({ ws, kind, pageSize: 100 })).collection);
  const { collection: categories } = await call().piiCategory.tree({ ws });
  learn('pii', categories);
  for (const { name, attributes } of categories) learn(`attribute.${name.en}`, attributes);
  learn('category', (await call().purposeCategory.list({ ws, pageSize: 100 })).collection);
  const find = (kind: string, name: string): string => {
    const id = words.get(`${kind}.${name}`);
    if (!id) throw new Error(`demo: the catalogue has no ${kind} "${name}"`);
    return id;
  };
  const first = (kind: CatalogueKind, count: number) =>
    [...words]
      .filter(([name]) => name.startsWith(`${kind}.`))
      .slice(0, count)
      .map(([, id]) => id);
  const [controller] = await call().dataController.pick({ ws });

  const applications = new Map<string, string>();
  const applicationId = (name: string): string => {
    const id = applications.get(name);
    if (!id) throw new Error(`demo: no application "${name}" has been recorded yet`);
    return id;
  };

  const recordPurpose = async (demo: DemoPurpose) => {
    const [amount, unit, note] = demo.retention;
    const purpose = await call().purpose.create({
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
      thirdParties: (demo.thirdParties ?? []).map((party) => ({
        name: party.name,
        country: party.country,
        contract: party.contract,
        contractExpiresOn: endOf(party),
        safeguard: party.safeguard ?? null,
      })),
      internalSharing: demo.sharedWith !== undefined,
      internalApplicationIds: (demo.sharedWith ?? []).map(applicationId),
      legitimateInterest: demo.bases.includes('legitimateInterest') ? passingAssessment : null,
    });
    if (!demo.draft) await call().purpose.publish({ ws, id: purpose.id, rowVersion: purpose.rowVersion });
    return purpose;
  };

  const flowOf = (purpose: Awaited<ReturnType<typeof recordPurpose>>, line: DemoLine) => ({
    purposeId: purpose.id,
    dataSubjectGroupId: find('dataSubjectGroup', line.group),
    channelId: find('collectionChannel', line.channel),
    attributeIds: Object.entries(line.attributes).flatMap(([category, names]) =>
      names.map((name) => find(`attribute.${category}`, name)),
    ),
    storageSystemId: line.storage ? find('storageSystem', line.storage) : null,
    internalApplicationIds: line.shared ? purpose.content.internalApplications.map(({ id }) => id) : [],
    thirdPartyIds: line.shared ? purpose.content.thirdParties.map(({ id }) => id).filter((id) => id !== undefined) : [],
    retention: line.retention ? { indefinite: false, amount: line.retention[0], unit: line.retention[1] } : null,
    destructionMethodId: line.destruction ? find('destructionMethod', line.destruction) : null,
    note: line.note ?? '',
  });

  for (const demo of RECORD[key]) {
    const purposes: Awaited<ReturnType<typeof recordPurpose>>[] = [];
    for (const purpose of demo.purposes) purposes.push(await recordPurpose(purpose));
    const { id, rowVersion } = await call().application.create({
      ws,
      name: demo.name,
      description: demo.description,
      dataControllerId: controller!.id,
      lineOfWorkId: find('lineOfWork', demo.lineOfWork),
      dataSourceId: find('dataSource', demo.source),
      dataSubjectCount: demo.subjects,
      processingFrequency: demo.frequency,
      processingRole: demo.onBehalfOf ? 'processor' : 'controller',
      onBehalfName: demo.onBehalfOf?.name ?? '',
      onBehalfContact: demo.onBehalfOf?.contact ?? '',
      accessMeans: demo.access ?? '',
      refusalStatus: demo.refusals === undefined ? null : demo.refusals === 'none' ? 'none' : 'recorded',
      refusalNote: typeof demo.refusals === 'object' ? demo.refusals.note : '',
      purposeIds: purposes.map((purpose) => purpose.id),
    });
    applications.set(demo.name, id);
    const flows = demo.purposes.flatMap((purpose, index) =>
      (purpose.lines ?? []).map((line) => flowOf(purposes[index]!, line)),
    );
    const mapped = flows.length > 0 ? await call().dataMapping.create({ ws, id, rowVersion, flows }) : { rowVersion };
    if (demo.published) await call().application.publish({ ws, id, rowVersion: mapped.rowVersion });
  }
};
