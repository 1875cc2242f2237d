import { PURPOSE_FIELDS, type PurposeDraft, type PurposeSection, WORD_LISTS } from './fields.ts';
import { assess } from './legitimateInterest.ts';

/** A field that publishing misses: where, and why as a locale key. */
export interface PurposeProblem {
  path: (string | number)[];
  key: string;
  /** What the text of the key names. */
  values?: Record<string, string | number>;
}

/** What the problems of a purpose depend on beside its own fields. */
interface PurposeFacts {
  /** Whether a PII category contains section 26 data: then an exemption, or explicit consent, is needed. */
  readonly isSensitive: (piiCategoryId: string) => boolean;
  /** Whether a person no longer works here: the register must not name them as responsible. */
  readonly hasLeft: (personnelId: string) => boolean;
}

/** What keeps a purpose from being published (spec 2 section 5), in the order of the form; empty when it is ready. */
export function purposeProblems(draft: PurposeDraft, { isSensitive, hasLeft }: PurposeFacts): PurposeProblem[] {
  const problems: PurposeProblem[] = [];
  const need = (met: unknown, path: string, reason: string = 'errors:required') => {
    if (!met)
      problems.push({ path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)), key: reason });
  };
  const some = (list: readonly unknown[], path: string) => need(list.length > 0, path, 'purpose:problem.chooseOne');
  const words = (section: PurposeSection) => {
    for (const { section: own, draftKey } of WORD_LISTS.map((key) => PURPOSE_FIELDS[key]))
      if (own === section) some(draft[draftKey], draftKey);
  };
  const { retention } = draft;

  need(draft.title.th, 'title.th');
  need(draft.title.en, 'title.en');
  need(draft.description.th, 'description.th');
  need(draft.description.en, 'description.en');
  need(draft.purposeCategoryId, 'purposeCategoryId', 'purpose:problem.chooseOne');
  words('data');
  some(draft.piiCategoryIds, 'piiCategoryIds');
  need(draft.lawfulBases.length > 0, 'lawfulBases', 'purpose:problem.lawfulBasis');
  const excused = draft.sensitiveExemptions.length > 0 || draft.lawfulBases.includes('consent');
  need(excused || !draft.piiCategoryIds.some(isSensitive), 'sensitiveExemptions', 'purpose:problem.sensitiveExemption');
  if (draft.lawfulBases.includes('legitimateInterest')) problems.push(...legitimateInterestProblems(draft));
  if (retention.indefinite) need(retention.note, 'retention.note', 'purpose:problem.retentionNote');
  else {
    need(retention.amount, 'retention.amount');
    need(retention.unit, 'retention.unit', 'purpose:problem.chooseOne');
  }
  words('retention');
  need(
    draft.responsibleDepartmentId ?? draft.responsiblePersonnelId,
    'responsibleDepartmentId',
    'purpose:problem.responsible',
  );
  const { responsiblePersonnelId } = draft;
  need(
    !responsiblePersonnelId || !hasLeft(responsiblePersonnelId),
    'responsiblePersonnelId',
    'purpose:problem.responsibleLeft',
  );
  words('security');
  if (draft.thirdPartyDisclosure) {
    need(draft.thirdParties.length > 0, 'thirdParties', 'purpose:problem.thirdParties');
    for (const [index, { name, contract }] of draft.thirdParties.entries()) {
      need(name, `thirdParties.${index}.name`);
      need(contract, `thirdParties.${index}.contract`);
    }
  }
  if (draft.internalSharing)
    need(draft.internalApplicationIds.length > 0, 'internalApplicationIds', 'purpose:problem.internalApplications');
  return problems;
}

/** One problem for each question that fails or is unanswered. */
function legitimateInterestProblems({ legitimateInterest }: PurposeDraft): PurposeProblem[] {
  return assess(legitimateInterest).stops.map(({ test, number, result }) => ({
    path: ['legitimateInterest', test, number - 1, 'answer'],
    key: `purpose:problem.lia.${result}.${test}`,
    values: { number },
  }));
}
