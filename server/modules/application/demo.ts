import { CATALOGUE_KINDS, type CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { DAY } from '../../../shared/duration.ts';
import {
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswers,
  type LiaQuestion,
} from '../../../shared/purpose/legitimateInterest.ts';
import {
  type DemoApplication,
  type DemoLine,
  type DemoPurpose,
  type DemoThirdParty,
  RECORD,
  STORAGE_PLACES,
} from './demoContent.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { appRouter } from '../../router.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
type Recorded = Awaited<ReturnType<Caller['purpose']['create']>>;
type Named = { id: string; name: { th: string; en: string } };

/** Contracts end near the day on which the demo is viewed, not near the dates of its story. */
const dayIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const endOf = ({ endsIn }: DemoThirdParty): string | null => (endsIn === undefined ? null : dayIn(endsIn));

/** An answer to every question with which the assessment passes. */
const passingAssessment = Object.fromEntries(
  LIA_TESTS.map((test) => [
    test,
    (LIA_QUESTIONS[test] as readonly LiaQuestion[]).map(({ passes }) => ({ answer: passes[0], explanation: '' })),
  ]),
) as LiaAnswers;

/** Ids of the items of a workspace's catalogues, by kind and English name. */
class Catalogue {
  readonly #ids = new Map<string, string>();

  add(kind: string, items: readonly Named[]): void {
    for (const { id, name } of items) this.#ids.set(`${kind}.${name.en}`, id);
  }

  find(kind: string, name: string): string {
    const id = this.#ids.get(`${kind}.${name}`);
    if (!id) throw new Error(`demo: the catalogue has no ${kind} "${name}"`);
    return id;
  }

  first(kind: CatalogueKind, count: number): string[] {
    return [...this.#ids]
      .filter(([name]) => name.startsWith(`${kind}.`))
      .slice(0, count)
      .map(([, id]) => id);
  }
}

async function readCatalogue(call: () => Caller, ws: string): Promise<Catalogue> {
  const catalogue = new Catalogue();
  for (const kind of CATALOGUE_KINDS)
    catalogue.add(kind, (await call().catalogue.list({ ws, kind, pageSize: 100 })).collection);
  const { collection: categories } = await call().piiCategory.tree({ ws });
  catalogue.add('pii', categories);
  for (const { name, attributes } of categories) catalogue.add(`attribute.${name.en}`, attributes);
  catalogue.add('category', (await call().purposeCategory.list({ ws, pageSize: 100 })).collection);
  return catalogue;
}

/** A workspace while its demo records are created. */
interface Recording {
  readonly ws: string;
  readonly call: () => Caller;
  readonly catalogue: Catalogue;
  readonly dataControllerId: string;
  /** Ids of the applications that are already recorded, by their names. */
  readonly applications: Map<string, string>;
}

/** Records a workspace's demo applications and purposes. */
export const demo: DemoPart = async ({ next, workspace: { id: ws, key } }) => {
  const call = next as () => Caller;
  const catalogue = await readCatalogue(call, ws);
  const [controller] = await call().dataController.pick({ ws });
  const recording: Recording = { ws, call, catalogue, dataControllerId: controller!.id, applications: new Map() };
  await placeStorage(call, ws);
  for (const application of RECORD[key]) await recordApplication(recording, application);
};

/** Records the locations of the demo's storage systems. */
async function placeStorage(call: () => Caller, ws: string): Promise<void> {
  const { collection } = await call().catalogue.list({ ws, kind: 'storageSystem', pageSize: 100 });
  for (const { id, name, rowVersion } of collection) {
    const place = STORAGE_PLACES[name.en];
    if (place) await call().catalogue.place({ ws, id, rowVersion: rowVersion!, ...place });
  }
}

async function recordApplication(recording: Recording, demo: DemoApplication): Promise<void> {
  const { ws, call, catalogue, dataControllerId, applications } = recording;
  const purposes: Recorded[] = [];
  for (const purpose of demo.purposes) purposes.push(await recordPurpose(recording, purpose));
  const { id, rowVersion } = await call().application.create({
    ws,
    name: demo.name,
    description: demo.description,
    dataControllerId,
    lineOfWorkId: catalogue.find('lineOfWork', demo.lineOfWork),
    dataSourceId: catalogue.find('dataSource', demo.source),
    dataSubjectCount: demo.subjects,
    processingFrequency: demo.frequency,
    processingRole: demo.onBehalfOf ? 'processor' : 'controller',
    onBehalfName: demo.onBehalfOf?.name ?? '',
    onBehalfContact: demo.onBehalfOf?.contact ?? '',
    accessMeans: demo.access ?? '',
    refusalStatus: demo.refusals === undefined ? null : demo.refusals === 'none' ? 'none' : 'recorded',
    refusalNote: typeof demo.refusals === 'object' ? demo.refusals.note : '',
    processCode: demo.code ?? '',
    reviewOn: demo.reviewIn === undefined ? null : dayIn(demo.reviewIn),
    purposeIds: purposes.map((purpose) => purpose.id),
  });
  applications.set(demo.name, id);
  const flows = demo.purposes.flatMap((purpose, index) =>
    (purpose.lines ?? []).map((line) => flowOf(catalogue, purposes[index]!, line)),
  );
  const mapped = flows.length > 0 ? await call().dataMapping.create({ ws, id, rowVersion, flows }) : { rowVersion };
  if (demo.published) await call().application.publish({ ws, id, rowVersion: mapped.rowVersion });
}

async function recordPurpose({ ws, call, catalogue, applications }: Recording, demo: DemoPurpose): Promise<Recorded> {
  const applicationId = (name: string): string => {
    const id = applications.get(name);
    if (!id) throw new Error(`demo: no application "${name}" has been recorded yet`);
    return id;
  };
  const [amount, unit, note, startEvent = null] = demo.retention;
  const purpose = await call().purpose.create({
    ws,
    title: { th: demo.th, en: demo.en },
    description: { th: demo.description[0], en: demo.description[1] },
    isPrimary: demo.primary ?? false,
    purposeCategoryId: catalogue.find('category', demo.category),
    dataSubjectGroupIds: demo.groups.map((name) => catalogue.find('dataSubjectGroup', name)),
    piiCategoryIds: demo.pii.map((name) => catalogue.find('pii', name)),
    lawfulBases: [...demo.bases],
    sensitiveExemptions: [...(demo.exemptions ?? [])],
    retention: { indefinite: false, amount, unit, startEvent, note },
    storageSystemIds: demo.storage.map((name) => catalogue.find('storageSystem', name)),
    destructionMethodIds: demo.draft ? [] : catalogue.first('destructionMethod', 2),
    responsibleDepartmentId: catalogue.find('department', demo.department),
    securityMeasureIds: demo.draft ? [] : catalogue.first('securityMeasure', 4),
    thirdPartyDisclosure: demo.thirdParties !== undefined,
    thirdParties: (demo.thirdParties ?? []).map((party) => ({
      name: party.name,
      countries: party.countries,
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
}

const flowOf = (catalogue: Catalogue, purpose: Recorded, line: DemoLine) => ({
  purposeId: purpose.id,
  dataSubjectGroupId: catalogue.find('dataSubjectGroup', line.group),
  channelId: catalogue.find('collectionChannel', line.channel),
  attributeIds: Object.entries(line.attributes).flatMap(([category, names]) =>
    names.map((name) => catalogue.find(`attribute.${category}`, name)),
  ),
  storageSystemId: line.storage ? catalogue.find('storageSystem', line.storage) : null,
  internalApplicationIds: line.shared ? purpose.content.internalApplications.map(({ id }) => id) : [],
  thirdPartyIds: line.shared ? purpose.content.thirdParties.map(({ id }) => id).filter((id) => id !== undefined) : [],
  retention: line.retention ? { indefinite: false, amount: line.retention[0], unit: line.retention[1] } : null,
  destructionMethodId: line.destruction ? catalogue.find('destructionMethod', line.destruction) : null,
  note: line.note ?? '',
});
