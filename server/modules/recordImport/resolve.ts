import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import {
  APPLICATION_PURPOSE_LIMIT,
  type Application,
  applicationFields,
  type ApplicationFields,
} from '../../../shared/application/schema.ts';
import { factsOf } from '../../../shared/application/fields.ts';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { dataControllerFields } from '../../../shared/dataController/schema.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS, type FlowWordIds, flowWordIds } from '../../../shared/dataMapping/fields.ts';
import { FLOW_ATTRIBUTE_LIMIT, FLOW_LIMIT, type FlowInput } from '../../../shared/dataMapping/schema.ts';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import { PURPOSE_FIELDS, WORD_LISTS } from '../../../shared/purpose/fields.ts';
import type { LiaAnswers } from '../../../shared/purpose/legitimateInterest.ts';
import { draftOf, type PurposeContent, type PurposeDraft, purposeDraft } from '../../../shared/purpose/schema.ts';
import type { SheetAnswer, SheetAttribute, SheetWord } from '../../../shared/ropa/cells.ts';
import type { AddedKind } from '../../../shared/recordImport/schema.ts';
import type { RopaColumn } from '../../../shared/ropa/sheet.ts';
import { APPLICATION_COLUMNS, CONTROLLER_COLUMNS, purposeColumn, UNKNOWN } from './columns.ts';
import {
  type AddProblem,
  type ApplicationFacts,
  folded,
  type GatheredApplication,
  type GatheredPurpose,
  type LineFacts,
  type PurposeFacts,
} from './facts.ts';
import { addedKind, type Known, type MissingKind, NAME_LIMIT } from './known.ts';

/** A line whose third parties are still places in the list of its purpose: they have ids once that is written. */
export type LineDraft = Omit<FlowInput, 'purposeId' | 'thirdPartyIds' | 'id'> & {
  at: number;
  code: string | null;
  parties: number[];
};
export interface PurposePlan {
  at: number;
  /** As the file tells it from others; null where it names it by its title alone. */
  code: string | null;
  draft: PurposeDraft;
  /** Null: the file says nothing of lines, those recorded stay. */
  lines: LineDraft[] | null;
}
export interface ApplicationPlan {
  at: number;
  rows: number[];
  name: string;
  fields: Omit<ApplicationFields, 'purposeIds'>;
  purposes: PurposePlan[];
}

export interface RecordedPurpose {
  id: string;
  rowVersion: number;
  status: string;
  content: PurposeContent;
}

/** What is recorded of an application, and the purposes of the file that are: linked, or known by their code. */
export interface Recorded {
  application: Application | null;
  purposeOf(facts: PurposeFacts): RecordedPurpose | undefined;
}

/**
 * What becomes of names that the workspace lacks: whether they are to be added, and which kinds the one who imports may
 * add.
 */
export interface Adding {
  wanted: boolean;
  may(kind: AddedKind): boolean;
}

/**
 * Turns names into ids, fills in what is recorded and the file leaves out, and checks the result by the rules of the
 * forms.
 */
export function resolver(known: Known, add: AddProblem, adding: Adding) {
  const short = (at: number, column: RopaColumn, { th, en }: SheetWord): boolean => {
    if (th.length <= NAME_LIMIT && en.length <= NAME_LIMIT) return true;
    add(at, column, 'recordImport:problem.nameTooLong', { limit: NAME_LIMIT });
    return false;
  };
  /** What stands for something that is missing; where nothing is to be added, a problem beside. */
  function missed(at: number, column: RopaColumn, kind: MissingKind, name: string, id: string): string | null {
    const added = addedKind(kind);
    // Whom to ask is told whether or not it was to be added: they could not have had it added.
    if (!adding.may(added)) add(at, column, `recordImport:problem.mayNotAdd.${added}`, { name });
    else if (adding.wanted) return id;
    else add(at, column, UNKNOWN[added], { name });
    return null;
  }
  function word(at: number, column: RopaColumn, kind: CatalogueKind, name: SheetWord | null): string | null {
    if (name === null) return null;
    const id = known.word(kind, name);
    if (id) return id;
    return short(at, column, name) ? missed(at, column, kind, name.th, known.miss(kind, name)) : null;
  }
  const words = (at: number, column: RopaColumn, kind: CatalogueKind, names: readonly SheetWord[]): string[] =>
    names.map((name) => word(at, column, kind, name)).filter((id) => id !== null);

  /** A category to choose anew; `kept` ones stay though deactivated since. */
  function piiCategory(
    at: number,
    column: RopaColumn,
    name: SheetWord,
    sensitive: boolean,
    current?: ReadonlySet<string>,
  ): string | null {
    const found = known.piiCategory(name);
    if (found && (found.active || current?.has(found.id))) return found.id;
    if (found) {
      add(at, column, 'recordImport:problem.inactiveCategory', { name: name.th });
      return null;
    }
    return short(at, column, name)
      ? missed(
          at,
          column,
          'piiCategory',
          name.th,
          known.miss('piiCategory', name, { sensitive, listed: current !== undefined }),
        )
      : null;
  }
  function attribute(
    at: number,
    column: RopaColumn,
    { category, attribute: name }: SheetAttribute,
    sensitive: boolean,
  ): string | null {
    const own = known.piiCategory(category);
    const found = own && known.attribute(own.id, name);
    if (found) return found.id;
    const categoryId = own?.id ?? piiCategory(at, column, category, sensitive);
    if (!categoryId || !short(at, column, name)) return null;
    return missed(
      at,
      column,
      'piiAttribute',
      `${category.th}: ${name.th}`,
      known.miss('piiAttribute', name, { piiCategoryId: categoryId, sensitive }),
    );
  }
  function application(at: number, column: RopaColumn, name: string): string | null {
    const id = known.application(name)?.id ?? known.expected.get(folded(name));
    if (!id) add(at, column, 'recordImport:problem.unknownApplication', { name });
    return id ?? null;
  }

  /** Reports what the form's schema refuses, at the column it stands in. */
  function parsed<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    at: number,
    columnAt: (path: readonly PropertyKey[]) => RopaColumn | null,
  ): z.output<Schema> | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const { key, values } = issueKey(issue as IssueLike);
      add(at, columnAt(issue.path), key, values as Record<string, string | number> | undefined);
    }
    return null;
  }

  function controller(at: number, facts: ApplicationFacts, before: Application | null): string | null {
    const name = facts.dataController;
    if (!name) {
      const id = before?.dataController.id ?? known.onlyController;
      if (!id) add(at, 'dataController', 'errors:required');
      return id ?? null;
    }
    const id = known.dataController(name);
    // Where several have one name, that of the record is meant.
    if (id === 'several' && before && folded(before.dataController.name.th) === folded(name.th))
      return before.dataController.id;
    if (id === 'several') add(at, 'dataController', 'recordImport:problem.severalControllers', { name: name.th });
    if (id) return id === 'several' ? null : id;
    if (!adding.may('dataController'))
      return missed(at, 'dataController', 'dataController', name.th, known.miss('dataController', name));
    const particulars = {
      contactPerson: facts.controllerContact ?? '',
      address: facts.controllerAddress ?? '',
      country: facts.controllerCountry ?? 'TH',
      phone: facts.controllerPhone ?? '',
      email: facts.controllerEmail ?? '',
    };
    if (!adding.wanted) add(at, 'dataController', UNKNOWN.dataController, { name: name.th });
    const controllerFields = parsed(
      dataControllerFields,
      { ...particulars, name },
      at,
      ([key]) => CONTROLLER_COLUMNS[String(key)] ?? 'dataController',
    );
    return controllerFields && adding.wanted ? known.miss('dataController', name, { particulars }) : null;
  }

  function fields(
    at: number,
    facts: ApplicationFacts,
    before: Application | null,
  ): Omit<ApplicationFields, 'purposeIds'> | null {
    if (
      facts.applicationCode &&
      known.applicationName(facts.applicationCode) !== undefined &&
      folded(known.applicationName(facts.applicationCode)!) !== folded(facts.applicationName)
    ) {
      add(at, 'applicationName', 'application:nameFixed');
    }
    const dataControllerId = controller(at, facts, before);
    const input = {
      ...(before && factsOf(before)),
      name: before?.name ?? facts.applicationName,
      ...stated(facts, ['description', 'onBehalfName', 'onBehalfContact', 'accessMeans', 'refusalNote'], ''),
      ...stated(facts, ['dataSubjectCount', 'processingFrequency', 'refusalStatus'], null),
      ...(facts.processingRole && { processingRole: facts.processingRole }),
      dataControllerId,
      lineOfWorkId:
        facts.lineOfWork === undefined
          ? (before?.lineOfWork?.id ?? null)
          : word(at, 'lineOfWork', 'lineOfWork', facts.lineOfWork),
      dataSourceId:
        facts.dataSource === undefined
          ? (before?.dataSource?.id ?? null)
          : word(at, 'dataSource', 'dataSource', facts.dataSource),
    };
    // Its other fields are judged too: everything wrong with a row is told at once.
    const checkedFields = parsed(
      applicationFields.omit({ purposeIds: true }),
      { ...input, dataControllerId: dataControllerId ?? randomUUIDv7() },
      at,
      ([key]) =>
        key === 'name' ? 'applicationName' : ((APPLICATION_COLUMNS[String(key)] ?? String(key)) as RopaColumn),
    );
    return dataControllerId === null ? null : checkedFields;
  }

  function purpose({ at, facts }: GatheredPurpose, before: PurposeContent | null): PurposeDraft | null {
    const own: Partial<PurposeDraft> = before ? draftOf(before) : {};
    const input: Record<string, unknown> = {
      ...own,
      title: { th: facts.titleTh, en: facts.titleEn === undefined ? (before?.title.en ?? '') : (facts.titleEn ?? '') },
      description: {
        th: facts.descriptionTh === undefined ? (before?.description.th ?? '') : (facts.descriptionTh ?? ''),
        en: facts.descriptionEn === undefined ? (before?.description.en ?? '') : (facts.descriptionEn ?? ''),
      },
      ...stated(facts, ['isPrimary', 'thirdPartyDisclosure', 'internalSharing'], false),
      ...stated(facts, ['lawfulBases', 'sensitiveExemptions', 'thirdParties'], []),
    };
    for (const column of WORD_LISTS) {
      const { draftKey, kind } = PURPOSE_FIELDS[column];
      const names = facts[column];
      if (names) input[draftKey] = words(at, column, kind, names);
    }
    if (facts.purposeCategory !== undefined) {
      const name = facts.purposeCategory;
      input.purposeCategoryId =
        name === null
          ? null
          : (known.purposeCategory(name) ??
            (short(at, 'purposeCategory', name)
              ? missed(at, 'purposeCategory', 'purposeCategory', name.th, known.miss('purposeCategory', name))
              : null));
    }
    if (facts.piiCategories || facts.sensitiveCategories) {
      const current = new Set(before?.piiCategories.map(({ id }) => id) ?? []);
      const recorded = (sensitive: boolean) =>
        before?.piiCategories.filter((category) => category.sensitive === sensitive).map(({ id }) => id) ?? [];
      const categoryIds = (column: 'piiCategories' | 'sensitiveCategories', sensitive: boolean) =>
        facts[column]?.map((name) => piiCategory(at, column, name, sensitive, current)).filter((id) => id !== null) ??
        recorded(sensitive);
      input.piiCategoryIds = [...categoryIds('piiCategories', false), ...categoryIds('sensitiveCategories', true)];
    }
    if (facts.responsibleDepartment !== undefined)
      input.responsibleDepartmentId = word(at, 'responsibleDepartment', 'department', facts.responsibleDepartment);
    if (facts.responsiblePersonnel !== undefined) {
      const person = facts.responsiblePersonnel;
      let id = person === null ? null : known.personnel(person);
      if (
        id === 'several' &&
        before?.responsiblePersonnel &&
        folded(before.responsiblePersonnel.name) === folded(person!.name)
      )
        id = before.responsiblePersonnel.id;
      if (id === undefined || id === 'several')
        add(
          at,
          'responsiblePersonnel',
          id ? 'recordImport:problem.severalPersonnel' : 'recordImport:problem.unknownPersonnel',
          { name: person!.name },
        );
      input.responsiblePersonnelId = id === 'several' ? null : (id ?? null);
    }
    const none = { indefinite: false, amount: null, unit: null };
    const note = facts.retentionNote === undefined ? (before?.retention.note ?? '') : (facts.retentionNote ?? '');
    input.retention = {
      ...(facts.retention === undefined ? (before?.retention ?? none) : (facts.retention ?? none)),
      note,
    };
    if (facts.internalApplications)
      input.internalApplicationIds = facts.internalApplications
        .map((name) => application(at, 'internalApplications', name))
        .filter((id) => id !== null);
    // A list in the file says that there is something to share, where no column says so.
    if (facts.thirdPartyDisclosure === undefined && facts.thirdParties && facts.thirdParties.length > 0)
      input.thirdPartyDisclosure = true;
    if (facts.internalSharing === undefined && facts.internalApplications && facts.internalApplications.length > 0)
      input.internalSharing = true;
    input.legitimateInterest = assessment(facts, before?.legitimateInterest ?? null);
    return parsed(purposeDraft, input, at, purposeColumn);
  }

  function line(
    at: number,
    facts: LineFacts,
    { thirdParties, internalApplicationIds }: PurposeDraft,
  ): LineDraft | null {
    const ids = flowWordIds<string | null>((key) => {
      const { column, kind, isRequired } = FLOW_WORDS[key];
      if (isRequired && !facts[column]) add(at, column, 'errors:required');
      return word(at, column, kind, facts[column] ?? null);
    });
    const named = [
      ...(facts.attributes ?? []).map((one) => attribute(at, 'attributes', one, false)),
      ...(facts.sensitiveAttributes ?? []).map((one) => attribute(at, 'sensitiveAttributes', one, true)),
    ];
    if (named.length === 0) add(at, 'attributes', 'errors:required');
    const attributeIds = [...new Set(named.filter((id) => id !== null))];
    if (attributeIds.length > FLOW_ATTRIBUTE_LIMIT)
      add(at, 'attributes', 'errors:tooBig', { maximum: FLOW_ATTRIBUTE_LIMIT });
    const parties = (facts.flowThirdParties ?? []).map(({ number, name }) => {
      const place =
        number === null ? thirdParties.findIndex((party) => folded(party.name) === folded(name)) : number - 1;
      if (thirdParties[place] && (name === '' || folded(thirdParties[place].name) === folded(name))) return place;
      add(at, 'flowThirdParties', 'recordImport:problem.recipientOfPurpose', { name });
      return -1;
    });
    const internal = (facts.flowApplications ?? []).map((name) => {
      const id = application(at, 'flowApplications', name);
      if (id && !internalApplicationIds.includes(id))
        add(at, 'flowApplications', 'recordImport:problem.recipientOfPurpose', { name });
      return id;
    });
    if (
      facts.flowRetention &&
      !facts.flowRetention.indefinite &&
      (facts.flowRetention.amount === null || facts.flowRetention.unit === null)
    )
      add(at, 'flowRetention', 'errors:required');
    const isComplete = FLOW_WORD_KEYS.every((key) => !FLOW_WORDS[key].isRequired || ids[FLOW_WORDS[key].idKey]);
    if (!isComplete || attributeIds.length === 0) return null;
    return {
      at,
      code: facts.flowCode ?? null,
      ...(ids as FlowWordIds),
      attributeIds,
      internalApplicationIds: internal.filter((id) => id !== null),
      parties: [...new Set(parties)],
      retention: facts.flowRetention ?? null,
      note: facts.note ?? '',
    };
  }

  return {
    /** The plan of one application; what is wrong in its rows is told through `add`, and there is none. */
    application(gathered: GatheredApplication, recorded: Recorded): ApplicationPlan | null {
      const own = fields(gathered.at, gathered.facts, recorded.application);
      const purposes: PurposePlan[] = [];
      let complete = own !== null;
      for (const one of gathered.purposes) {
        const draft = purpose(one, recorded.purposeOf(one.facts)?.content ?? null);
        const lines = draft ? one.lines.map(({ at, facts }) => line(at, facts, draft)) : [null];
        if (draft === null || lines.includes(null)) complete = false;
        else
          purposes.push({
            at: one.at,
            code: one.facts.purposeCode ?? null,
            draft,
            lines: lines.length > 0 ? lines.filter((each) => each !== null) : null,
          });
      }
      const linked = new Set(recorded.application?.purposes.map(({ id }) => id) ?? []);
      const added = gathered.purposes.filter(({ facts }) => !linked.has(recorded.purposeOf(facts)?.id ?? '')).length;
      if (linked.size + added > APPLICATION_PURPOSE_LIMIT) {
        add(gathered.at, null, 'recordImport:problem.tooManyPurposes', { limit: APPLICATION_PURPOSE_LIMIT });
        complete = false;
      }
      if (gathered.purposes.reduce((sum, { lines }) => sum + lines.length, 0) > FLOW_LIMIT) {
        add(gathered.at, null, 'recordImport:problem.tooManyLines', { limit: FLOW_LIMIT });
        complete = false;
      }
      return complete && own ? { at: gathered.at, rows: gathered.rows, name: own.name, fields: own, purposes } : null;
    },
  };
}

/** The assessment as the file has it; a test without a column stays, and so does one that nobody has begun. */
function assessment(facts: PurposeFacts, before: LiaAnswers | null): LiaAnswers | null {
  if (!facts.liaPurpose && !facts.liaNecessity && !facts.liaBalancing) return before;
  const answers = (
    answered: readonly SheetAnswer[] | null | undefined,
    own: LiaAnswers['purpose'] | undefined,
  ): LiaAnswers['purpose'] => {
    if (!answered) return own ?? [];
    const length = Math.max(0, ...answered.map(({ number }) => number));
    return Array.from({ length }, (_, index) => {
      const found = answered.find(({ number }) => number === index + 1);
      return { answer: found?.answer ?? null, explanation: found?.explanation ?? '' };
    });
  };
  const now = {
    purpose: answers(facts.liaPurpose, before?.purpose),
    necessity: answers(facts.liaNecessity, before?.necessity),
    balancing: answers(facts.liaBalancing, before?.balancing),
  };
  const empty = (lia: LiaAnswers) => lia.purpose.length + lia.necessity.length + lia.balancing.length === 0;
  return empty(now) ? (before && empty(before) ? before : null) : now;
}

/** Columns that the file has, an empty cell as `blank`. */
function stated<Facts extends object, Key extends keyof Facts>(
  facts: Facts,
  columns: readonly Key[],
  blank: unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.filter((column) => facts[column] !== undefined).map((column) => [column, facts[column] ?? blank]),
  );
}
