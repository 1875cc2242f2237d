import { createHash, randomUUIDv7 } from 'node:crypto';
import { buildDataController, type World } from '../factories.ts';

/** A line of a data mapping as it was written, for calculating sums. `key` is that of its node in the diagram. */
export interface BuiltFlow {
  application: string;
  purpose: string;
  subject: string;
  channel: string;
  storage: string | null;
  /** Null if none is recorded, or nothing is stored. */
  storageCountry: string | null;
  attributes: { category: string; sensitive: boolean }[];
  /** Recipients: none if its purpose's disclosure and sharing are switched off. */
  parties: { country: string; key: string }[];
  internal: string[];
}

interface Options {
  lines: number;
  seed?: number;
  applications?: number;
  purposes?: number;
  /** Name and country of each third party of every purpose. */
  parties?: readonly (readonly [string, string])[];
}

const COUNTRIES: readonly (readonly [string, string])[] = [
  ['ธนาคารไทย', 'TH'],
  ['Cloud Hosting Pte', 'SG'],
  ['บริษัทบัญชี', 'TH'],
  ['Mailer Inc', 'US'],
  ['cloud hosting pte', 'SG'],
];

/** The same numbers in every run: Park and Miller's minimal generator. */
function numbers(seed: number): (below: number) => number {
  let state = (seed * 48_271) % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * Writes data mappings without row-level security: lines over some applications and purposes, with recipients, in the
 * product's format.
 */
export async function buildFlows(
  world: World,
  ws: string,
  { lines, seed = 1, applications = 6, purposes = 9, parties = COUNTRIES }: Options,
): Promise<BuiltFlow[]> {
  const { owner } = world;
  const pick = numbers(seed);
  const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
  const { id: dataControllerId } = await buildDataController(world, ws);
  const tag = randomUUIDv7().slice(-5);
  const applicationIds = Array.from({ length: Math.min(applications, lines) }, () => randomUUIDv7());
  const purposeIds = Array.from({ length: Math.min(purposes, lines) }, () => randomUUIDv7());
  // Some have recipients while their disclosure and sharing are switched off: nothing is sent to these.
  const silent = new Set<string>(purposeIds.filter((_, index) => index % 4 === 3));
  await owner
    .insertInto('applications')
    .values(
      applicationIds.map((id, index) => ({
        workspaceId: ws,
        id,
        name: `ระบบที่ ${index + 1} ${tag}`,
        description: 'คำอธิบาย',
        dataControllerId,
      })),
    )
    .execute();
  const chunks = <Row>(rows: Row[]) =>
    Array.from({ length: Math.ceil(rows.length / 2000) }, (_, index) => rows.slice(index * 2000, (index + 1) * 2000));
  for (const some of chunks(purposeIds))
    await owner
      .insertInto('purposes')
      .values(
        some.map((id, index) => ({
          workspaceId: ws,
          id,
          titleTh: `วัตถุประสงค์ที่ ${index + 1} ${tag}`,
          titleEn: `Purpose ${index + 1}`,
          descriptionTh: '',
          descriptionEn: '',
          thirdPartyDisclosure: !silent.has(id),
          internalSharing: !silent.has(id),
        })),
      )
      .execute();
  const categories = await owner
    .selectFrom('piiCategories')
    .select('id')
    .where('workspaceId', '=', ws)
    .orderBy('id')
    .limit(4)
    .execute();
  const attributes = categories.flatMap(({ id: category }, at) =>
    Array.from({ length: 3 }, (_, index) => ({ id: randomUUIDv7(), category, sensitive: (at + index) % 4 === 0 })),
  );
  await owner
    .insertInto('piiAttributes')
    .values(
      attributes.map(({ id, category, sensitive }, index) => ({
        workspaceId: ws,
        id,
        piiCategoryId: category,
        nameTh: `ข้อมูล ${index} ${tag}`,
        sensitive,
      })),
    )
    .execute();
  const words = await owner
    .selectFrom('catalogueItems')
    .select(['id', 'kind'])
    .where('workspaceId', '=', ws)
    .orderBy('id')
    .execute();
  const of = (kind: string) =>
    words
      .filter((word) => word.kind === kind)
      .map(({ id }) => id)
      .slice(0, 5);
  const [subjects, channels, storages] = [of('dataSubjectGroup'), of('collectionChannel'), of('storageSystem')];

  // One domestic, some abroad, one without a recorded country.
  const placeOf = new Map(storages.map((id, index) => [id, (['TH', 'SG', null, 'US', 'ZZ'] as const)[index]!]));
  for (const [id, country] of placeOf)
    await owner
      .updateTable('catalogueItems')
      .set({ country })
      .where('workspaceId', '=', ws)
      .where('id', '=', id)
      .execute();

  const keyOf = (name: string, country: string) =>
    `thirdParty:${country}:${createHash('md5').update(name.trim().toLowerCase()).digest('hex')}`;
  const partiesOf = new Map<string, { id: string; country: string; key: string }[]>();
  for (const purpose of purposeIds)
    partiesOf.set(
      purpose,
      parties.map(([name, country]) => ({ id: randomUUIDv7(), country, key: keyOf(name, country) })),
    );
  const thirdParties = purposeIds.flatMap((purposeId) =>
    (partiesOf.get(purposeId) ?? []).map(({ id, country }, index) => ({
      workspaceId: ws,
      id,
      purposeId,
      name: parties[index]?.[0] ?? '',
      countries: [country],
      contract: 'สัญญา',
      position: index,
    })),
  );
  for (const some of chunks(thirdParties)) await owner.insertInto('purposeThirdParties').values(some).execute();

  const built: BuiltFlow[] = [];
  const links = new Map<string, { workspaceId: string; applicationId: string; purposeId: string; position: number }>();
  const flowRows = [];
  const uses = [];
  const sentTo = [];
  const sharedWith = [];
  for (let line = 0; line < lines; line += 1) {
    const [id, application, purpose, subject, channel] = [
      randomUUIDv7(),
      one(applicationIds),
      purposeIds[line % purposeIds.length] as string,
      one(subjects),
      one(channels),
    ];
    const storage = pick(4) === 0 ? null : one(storages);
    const chosen = attributes.filter(() => pick(3) > 0);
    if (chosen.length === 0) chosen.push(attributes[0] as (typeof attributes)[number]);
    const own = partiesOf.get(purpose) ?? [];
    const to = parties === COUNTRIES ? own.filter(() => pick(3) === 0) : own;
    const internal = applicationIds.filter((other) => other !== application && pick(6) === 0);
    links.set(`${application} ${purpose}`, {
      workspaceId: ws,
      applicationId: application,
      purposeId: purpose,
      position: line,
    });
    flowRows.push({
      workspaceId: ws,
      id,
      applicationId: application,
      purposeId: purpose,
      position: line,
      dataSubjectGroupId: subject,
      channelId: channel,
      storageSystemId: storage,
      uses: chosen.length,
      sensitiveUses: chosen.filter(({ sensitive }) => sensitive).length,
    });
    for (const { id: attributeId, category, sensitive } of chosen)
      uses.push({
        workspaceId: ws,
        dataFlowId: id,
        attributeId,
        applicationId: application,
        purposeId: purpose,
        piiCategoryId: category,
        sensitive,
        retentionDays: 0,
      });
    for (const { id: thirdPartyId } of to) sentTo.push({ workspaceId: ws, dataFlowId: id, thirdPartyId });
    for (const applicationId of internal) sharedWith.push({ workspaceId: ws, dataFlowId: id, applicationId });
    built.push({
      application,
      purpose,
      subject,
      channel,
      storage,
      storageCountry: storage === null ? null : (placeOf.get(storage) ?? null),
      attributes: chosen.map(({ category, sensitive }) => ({ category, sensitive })),
      parties: silent.has(purpose) ? [] : to.map(({ country, key }) => ({ country, key })),
      internal: silent.has(purpose) ? [] : internal,
    });
  }
  for (const some of chunks([...links.values()])) await owner.insertInto('applicationPurposes').values(some).execute();
  for (const some of chunks(flowRows)) await owner.insertInto('dataFlows').values(some).execute();
  for (const some of chunks(uses)) await owner.insertInto('dataFlowAttributes').values(some).execute();
  for (const some of chunks(sentTo)) await owner.insertInto('dataFlowThirdParties').values(some).execute();
  for (const some of chunks(sharedWith)) await owner.insertInto('dataFlowApplications').values(some).execute();
  return built;
}
