import { PURPOSE_FIELDS, WORD_LISTS } from '../../../shared/purpose/fields.ts';
import type { LiaAnswers } from '../../../shared/purpose/legitimateInterest.ts';
import { NO_RETENTION, NO_START } from '../../../shared/purpose/retentionInput.ts';
import { draftOf, type PurposeContent, type PurposeDraft, purposeDraft } from '../../../shared/purpose/schema.ts';
import type { SheetAnswer, SheetPerson } from '../../../shared/ropa/cells.ts';
import { purposeColumn } from './columns.ts';
import type { GatheredPurpose, PurposeFacts } from './facts.ts';
import { parsed, stated } from './formInput.ts';
import type { NameResolver } from './resolveNames.ts';

/** A purpose, completed with recorded values that the file leaves out; null where the form refuses it. */
export function resolvePurpose(
  names: NameResolver,
  { at, facts }: GatheredPurpose,
  before: PurposeContent | null,
): PurposeDraft | null {
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
    const words = facts[column];
    if (words) input[draftKey] = names.words(at, column, kind, words);
  }
  if (facts.purposeCategory !== undefined) input.purposeCategoryId = names.purposeCategory(at, facts.purposeCategory);
  if (facts.piiCategories || facts.sensitiveCategories) input.piiCategoryIds = piiCategories(names, at, facts, before);
  if (facts.responsibleDepartment !== undefined)
    input.responsibleDepartmentId = names.word(at, 'responsibleDepartment', 'department', facts.responsibleDepartment);
  if (facts.responsiblePersonnel !== undefined)
    input.responsiblePersonnelId = personnel(names, at, facts.responsiblePersonnel, before);
  const stored = own.retention ?? NO_RETENTION;
  const note = facts.retentionNote === undefined ? (before?.retention.note ?? '') : (facts.retentionNote ?? '');
  input.retention = {
    ...(facts.retention === undefined ? stored : (facts.retention ?? NO_RETENTION)),
    ...(facts.retentionStart === undefined
      ? { startEvent: stored.startEvent, startNote: stored.startNote }
      : (facts.retentionStart ?? NO_START)),
    note,
  };
  if (facts.internalApplications)
    input.internalApplicationIds = facts.internalApplications
      .map((name) => names.application(at, 'internalApplications', name))
      .filter((id) => id !== null);
  // A list in the file means that there is something to share, if no column states it.
  if (facts.thirdPartyDisclosure === undefined && facts.thirdParties && facts.thirdParties.length > 0)
    input.thirdPartyDisclosure = true;
  if (facts.internalSharing === undefined && facts.internalApplications && facts.internalApplications.length > 0)
    input.internalSharing = true;
  input.legitimateInterest = assessment(facts, before?.legitimateInterest ?? null);
  return parsed(names.add, purposeDraft, input, at, purposeColumn);
}

/**
 * Its categories; of those with or without section 26 data, the recorded ones where the file has no column for them.
 */
function piiCategories(names: NameResolver, at: number, facts: PurposeFacts, before: PurposeContent | null): string[] {
  const recorded = before?.piiCategories ?? [];
  const current = new Set(recorded.map(({ id }) => id));
  const idsOf = (column: 'piiCategories' | 'sensitiveCategories', sensitive: boolean) =>
    facts[column]?.map((name) => names.piiCategory(at, column, name, sensitive, current)).filter((id) => id !== null) ??
    recorded.filter((category) => category.sensitive === sensitive).map(({ id }) => id);
  return [...idsOf('piiCategories', false), ...idsOf('sensitiveCategories', true)];
}

/** The responsible person. */
function personnel(
  names: NameResolver,
  at: number,
  person: SheetPerson | null,
  before: PurposeContent | null,
): string | null {
  if (person === null) return null;
  const id = names.known.responsible(person, before?.responsiblePersonnel);
  if (id !== undefined && id !== 'several') return id;
  const problem = id ? 'recordImport:problem.severalPersonnel' : 'recordImport:problem.unknownPersonnel';
  names.add(at, 'responsiblePersonnel', problem, { name: person.name || person.email });
  return null;
}

/** The assessment of the file; a test without a column stays, and so does one that was never started. */
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
