import type { z } from 'zod';
import { APPLICATION_PURPOSE_LIMIT, type Application, applicationFields, type ApplicationFields, particularsOf } from '../../../shared/application.ts';
import type { CatalogueKind } from '../../../shared/catalogue.ts';
import { FLOW_ATTRIBUTE_LIMIT, FLOW_LIMIT, type FlowInput } from '../../../shared/dataMapping.ts';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import { draftOf, type PurposeContent, type PurposeDraft, purposeDraft } from '../../../shared/purpose.ts';
import { type AddProblem, type ApplicationFacts, type FactPath, folded, type GatheredApplication, type GatheredPurpose, type LineFacts } from './facts.ts';
import { type Known, NAME_LIMIT } from './known.ts';

/** A line whose third parties are still names: they have ids once their purpose is written. */
export type LineDraft = Omit<FlowInput, 'purposeId' | 'thirdPartyIds' | 'id'> & { at: number; thirdParties: { name: string; country: string }[] };
export interface PurposePlan {
  at: number;
  /** Recorded before: in the application, or elsewhere in the workspace under the same title with the same content. */
  id: string | null;
  draft: PurposeDraft;
  /** Null: the file says nothing of lines, those recorded stay. */
  lines: LineDraft[] | null;
}
export interface ApplicationPlan {
  at: number;
  rows: number[];
  name: string;
  id: string | null;
  fields: Omit<ApplicationFields, 'purposeIds'>;
  purposes: PurposePlan[];
}

/** What is recorded of the application and its purposes. */
export interface Recorded {
  application: Application | null;
  /** Linked purposes by their folded Thai title. */
  purposes: ReadonlyMap<string, { id: string; content: PurposeContent }>;
}

const PURPOSE_WORDS = {
  dataSubjectGroups: ['dataSubjectGroupIds', 'dataSubjectGroup'],
  storageSystems: ['storageSystemIds', 'storageSystem'],
  destructionMethods: ['destructionMethodIds', 'destructionMethod'],
  securityMeasures: ['securityMeasureIds', 'securityMeasure'],
} as const satisfies Record<string, readonly [keyof PurposeDraft, CatalogueKind]>;

/** Turns names into ids, fills in what is recorded and the file leaves out, and checks the result by the rules of the forms. */
export function resolver(known: Known, add: AddProblem, addMissing: boolean) {
  const named = (at: number, path: FactPath, name: string): boolean => {
    if (name.length <= NAME_LIMIT) return true;
    add(at, path, 'recordImport:problem.nameTooLong', { limit: NAME_LIMIT });
    return false;
  };
  /** The id of a word; a word that is missing gets one that stands for it, or is a problem. */
  function word(at: number, path: FactPath, kind: CatalogueKind, name: string): string | null {
    if (name === '') return null;
    const id = known.word(kind, name);
    if (id) return id;
    if (!named(at, path, name)) return null;
    if (addMissing) return known.miss(kind, name);
    known.miss(kind, name);
    add(at, path, 'recordImport:problem.unknownWord', { name });
    return null;
  }
  const words = (at: number, path: FactPath, kind: CatalogueKind, names: readonly string[]): string[] => names.map((name) => word(at, path, kind, name)).filter((id) => id !== null);

  function piiCategory(at: number, name: string): string | null {
    const found = known.piiCategory(name);
    if (found?.active) return found.id;
    if (!named(at, 'purpose.piiCategories', name)) return null;
    // Whether a category is of section 26 is for a person to say.
    add(at, 'purpose.piiCategories', found ? 'recordImport:problem.inactiveCategory' : 'recordImport:problem.unknownPiiCategory', { name });
    return null;
  }
  function application(at: number, path: FactPath, name: string): string | null {
    const id = known.application(name)?.id ?? known.expected.get(folded(name));
    if (!id) add(at, path, 'recordImport:problem.unknownApplication', { name });
    return id ?? null;
  }
  function attribute(at: number, { category, name }: { category: string; name: string }): string | null {
    const found = known.attribute(category, name);
    if (found === 'several') {
      add(at, 'line.attributes', 'recordImport:problem.severalAttributes', { name });
      return null;
    }
    if (found) {
      if (found.active) return found.id;
      add(at, 'line.attributes', 'recordImport:problem.inactiveCategory', { name: category || name });
      return null;
    }
    const own = category === '' ? undefined : known.piiCategory(category);
    if (!own || !own.active) {
      if (category !== '') add(at, 'line.attributes', 'recordImport:problem.unknownPiiCategory', { name: category });
      else add(at, 'line.attributes', 'recordImport:problem.unknownAttribute', { name });
      return null;
    }
    if (!named(at, 'line.attributes', name)) return null;
    const id = known.miss('piiAttribute', name, own.id);
    if (addMissing) return id;
    add(at, 'line.attributes', 'recordImport:problem.unknownAttribute', { name: `${category} › ${name}` });
    return null;
  }

  /** Reports what the form's schema refuses, at the place it stands in the file. */
  function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, at: number, pathOf: (path: readonly PropertyKey[]) => FactPath | null): z.output<Schema> | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const { key, values } = issueKey(issue as IssueLike);
      add(at, pathOf(issue.path), key, values as Record<string, string | number> | undefined);
    }
    return null;
  }

  function fields(at: number, facts: ApplicationFacts, before: Application | null): Omit<ApplicationFields, 'purposeIds'> | null {
    const controller = facts.dataController ? known.dataController(facts.dataController) : (before?.dataController.id ?? known.onlyController);
    if (controller === 'several') add(at, 'application.dataController', 'recordImport:problem.severalControllers', { name: facts.dataController ?? '' });
    else if (!controller) add(at, 'application.dataController', facts.dataController ? 'recordImport:problem.unknownController' : 'errors:required', { name: facts.dataController ?? '' });
    const given = {
      ...(before ? { ...particularsOf(before), description: before.description, dataSubjectCount: before.dataSubjectCount, processingFrequency: before.processingFrequency } : {}),
      name: before?.name ?? facts.name,
      ...stated(facts, ['description', 'dataSubjectCount', 'processingFrequency', 'onBehalfName', 'onBehalfContact', 'accessMeans', 'refusalStatus', 'refusalNote']),
      ...(facts.processingRole && { processingRole: facts.processingRole }),
      dataControllerId: controller,
      lineOfWorkId: facts.lineOfWork === undefined ? (before?.lineOfWork?.id ?? null) : word(at, 'application.lineOfWork', 'lineOfWork', facts.lineOfWork),
      dataSourceId: facts.dataSource === undefined ? (before?.dataSource?.id ?? null) : word(at, 'application.dataSource', 'dataSource', facts.dataSource),
    };
    if (!controller || controller === 'several') return null;
    return parsed(applicationFields.omit({ purposeIds: true }), given, at, ([key]) => `application.${APPLICATION_FIELDS[String(key)] ?? String(key)}` as FactPath);
  }

  function purpose({ at, facts }: GatheredPurpose, before: PurposeContent | null): PurposeDraft | null {
    const own: Partial<PurposeDraft> = before ? draftOf(before) : {};
    const given: Record<string, unknown> = {
      ...own,
      title: { th: before?.title.th ?? facts.titleTh, en: facts.titleEn ?? before?.title.en ?? '' },
      description: { th: facts.descriptionTh ?? before?.description.th ?? '', en: facts.descriptionEn ?? before?.description.en ?? '' },
      ...stated(facts, ['isPrimary', 'lawfulBases', 'sensitiveExemptions', 'thirdPartyDisclosure', 'internalSharing']),
    };
    for (const [key, [field, kind]] of Object.entries(PURPOSE_WORDS)) {
      const names = facts[key as keyof typeof PURPOSE_WORDS];
      if (names) given[field] = words(at, `purpose.${key as keyof typeof PURPOSE_WORDS}`, kind, names);
    }
    if (facts.purposeCategory !== undefined) {
      const id = facts.purposeCategory === '' ? null : (known.purposeCategory(facts.purposeCategory) ?? undefined);
      // A category has a description that only people can write.
      if (id === undefined) add(at, 'purpose.purposeCategory', 'recordImport:problem.unknownPurposeCategory', { name: facts.purposeCategory });
      given.purposeCategoryId = id ?? null;
    }
    if (facts.piiCategories) {
      const kept = new Set(before?.piiCategories.map(({ name }) => folded(name.th)) ?? []);
      given.piiCategoryIds = facts.piiCategories.map((name) => (kept.has(folded(name)) ? known.piiCategory(name)?.id : undefined) ?? piiCategory(at, name)).filter((id) => id !== null);
    }
    if (facts.responsibleDepartment !== undefined) given.responsibleDepartmentId = word(at, 'purpose.responsibleDepartment', 'department', facts.responsibleDepartment);
    if (facts.responsiblePersonnel !== undefined) {
      const id = facts.responsiblePersonnel === '' ? null : known.personnel(facts.responsiblePersonnel);
      if (id === undefined || id === 'several') add(at, 'purpose.responsiblePersonnel', id ? 'recordImport:problem.severalPersonnel' : 'recordImport:problem.unknownPersonnel', { name: facts.responsiblePersonnel });
      given.responsiblePersonnelId = id === 'several' ? null : (id ?? null);
    }
    const note = facts.retentionNote ?? before?.retention.note ?? '';
    if (facts.retention !== undefined) given.retention = { ...(facts.retention ?? { indefinite: false, amount: null, unit: null }), note };
    else if (facts.retentionNote !== undefined) given.retention = { ...(before?.retention ?? { indefinite: false, amount: null, unit: null }), note };
    if (facts.thirdParties) given.thirdParties = facts.thirdParties;
    if (facts.internalApplications) given.internalApplicationIds = facts.internalApplications.map((name) => application(at, 'purpose.internalApplications', name)).filter((id) => id !== null);
    // A list in the file says that there is something to share, where no column says so.
    if (facts.thirdPartyDisclosure === undefined && facts.thirdParties && facts.thirdParties.length > 0) given.thirdPartyDisclosure = true;
    if (facts.internalSharing === undefined && facts.internalApplications && facts.internalApplications.length > 0) given.internalSharing = true;
    return parsed(purposeDraft, given, at, purposePath);
  }

  function line(at: number, facts: LineFacts): LineDraft | null {
    const dataSubjectGroupId = word(at, 'line.dataSubjectGroup', 'dataSubjectGroup', facts.dataSubjectGroup);
    const channelId = word(at, 'line.channel', 'collectionChannel', facts.channel ?? '');
    if (facts.dataSubjectGroup === '') add(at, 'line.dataSubjectGroup', 'errors:required');
    if (!facts.channel) add(at, 'line.channel', 'errors:required');
    const attributeIds = [...new Set((facts.attributes ?? []).map((one) => attribute(at, one)).filter((id) => id !== null))];
    if ((facts.attributes ?? []).length === 0) add(at, 'line.attributes', 'errors:required');
    if (attributeIds.length > FLOW_ATTRIBUTE_LIMIT) add(at, 'line.attributes', 'errors:tooBig', { maximum: FLOW_ATTRIBUTE_LIMIT });
    const storageSystemId = word(at, 'line.storageSystem', 'storageSystem', facts.storageSystem ?? '');
    const destructionMethodId = word(at, 'line.destructionMethod', 'destructionMethod', facts.destructionMethod ?? '');
    const internalApplicationIds = (facts.internalApplications ?? []).map((name) => application(at, 'line.internalApplications', name)).filter((id) => id !== null);
    if (!dataSubjectGroupId || !channelId || attributeIds.length === 0) return null;
    return { at, dataSubjectGroupId, channelId, attributeIds, storageSystemId, destructionMethodId, internalApplicationIds, thirdParties: facts.thirdParties ?? [], retention: facts.retention ?? null, note: facts.note ?? '' };
  }

  return {
    /** The plan of one application; null where anything in its rows is wrong (told through `add`). */
    application(gathered: GatheredApplication, recorded: Recorded): ApplicationPlan | null {
      let whole = true;
      const own = fields(gathered.at, gathered.facts, recorded.application);
      whole &&= own !== null;
      const purposes: PurposePlan[] = [];
      for (const one of gathered.purposes) {
        const before = recorded.purposes.get(folded(one.facts.titleTh));
        const draft = purpose(one, before?.content ?? null);
        const lines = one.lines.map(({ at, facts }) => line(at, facts));
        if (draft === null || lines.includes(null)) {
          whole = false;
          continue;
        }
        const drafts = lines.filter((each) => each !== null);
        whole = recipientsNamed(draft, drafts, add) && whole;
        purposes.push({ at: one.at, id: before?.id ?? null, draft, lines: drafts.length > 0 ? drafts : null });
      }
      const linked = recorded.application?.purposes.length ?? 0;
      if (linked + purposes.filter(({ id }) => id === null).length > APPLICATION_PURPOSE_LIMIT) {
        add(gathered.at, null, 'recordImport:problem.tooManyPurposes', { limit: APPLICATION_PURPOSE_LIMIT });
        whole = false;
      }
      const flows = purposes.reduce((sum, { lines }) => sum + (lines?.length ?? 0), 0);
      if (flows > FLOW_LIMIT) {
        add(gathered.at, null, 'recordImport:problem.tooManyLines', { limit: FLOW_LIMIT });
        whole = false;
      }
      if (!whole || own === null) return null;
      return { at: gathered.at, rows: gathered.rows, name: own.name, id: recorded.application?.id ?? null, fields: own, purposes };
    },
  };
}

/** Who receives a line's data must be named by its purpose, as in the form. */
function recipientsNamed({ thirdParties, internalApplicationIds }: PurposeDraft, lines: readonly LineDraft[], add: AddProblem): boolean {
  let all = true;
  for (const line of lines) {
    for (const { name, country } of line.thirdParties) {
      if (thirdParties.some((party) => folded(party.name) === folded(name) && (country === '' || party.country === country))) continue;
      add(line.at, 'line.thirdParties', 'recordImport:problem.recipientOfPurpose', { name });
      all = false;
    }
    for (const id of line.internalApplicationIds) {
      if (internalApplicationIds.includes(id)) continue;
      add(line.at, 'line.internalApplications', 'recordImport:problem.recipientOfPurpose', { name: '' });
      all = false;
    }
  }
  return all;
}

/** The keys that the file has a column for, with a value that can be kept. */
function stated<Facts extends object, Key extends keyof Facts>(facts: Facts, keys: readonly Key[]): Partial<Facts> {
  return Object.fromEntries(keys.filter((key) => facts[key] !== undefined).map((key) => [key, facts[key] ?? (NULLABLE.has(key as string) ? null : false)])) as Partial<Facts>;
}
const NULLABLE = new Set(['dataSubjectCount', 'processingFrequency', 'refusalStatus']);

const APPLICATION_FIELDS: Record<string, string> = { dataControllerId: 'dataController', lineOfWorkId: 'lineOfWork', dataSourceId: 'dataSource' };
const PURPOSE_FIELDS: Record<string, string> = {
  purposeCategoryId: 'purposeCategory',
  dataSubjectGroupIds: 'dataSubjectGroups',
  piiCategoryIds: 'piiCategories',
  storageSystemIds: 'storageSystems',
  destructionMethodIds: 'destructionMethods',
  securityMeasureIds: 'securityMeasures',
  responsibleDepartmentId: 'responsibleDepartment',
  responsiblePersonnelId: 'responsiblePersonnel',
  internalApplicationIds: 'internalApplications',
};

function purposePath([key, next]: readonly PropertyKey[]): FactPath {
  if (key === 'title' || key === 'description') return `purpose.${key}${next === 'en' ? 'En' : 'Th'}` as FactPath;
  if (key === 'retention') return next === 'note' ? 'purpose.retentionNote' : 'purpose.retention';
  return `purpose.${PURPOSE_FIELDS[String(key)] ?? String(key)}` as FactPath;
}
