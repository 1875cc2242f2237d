import type { PurposeContent, PurposeDraft } from '../../../shared/purpose/schema.ts';
import type { Names } from './names.tsx';

/** What is typed as it would read when stored: names looked up. Ids whose name is unknown are left out. */
export function contentOf(draft: PurposeDraft, names: Names): PurposeContent {
  const one = (id: string | null) => {
    const known = id === null ? undefined : names.get(id);
    return known ? { id: known.id, name: known.name } : null;
  };
  const many = (ids: readonly string[]) => ids.flatMap((id) => one(id) ?? []);
  const plain = (entry: { id: string; name: { th: string } }) => ({ id: entry.id, name: entry.name.th });
  const person = one(draft.responsiblePersonnelId);
  return {
    title: draft.title,
    description: draft.description,
    isPrimary: draft.isPrimary,
    purposeCategory: one(draft.purposeCategoryId),
    dataSubjectGroups: many(draft.dataSubjectGroupIds),
    piiCategories: many(draft.piiCategoryIds).map((entry) => ({ ...entry, sensitive: names.isSensitive(entry.id) })),
    lawfulBases: draft.lawfulBases,
    sensitiveExemptions: draft.sensitiveExemptions,
    retention: draft.retention,
    storageSystems: many(draft.storageSystemIds),
    destructionMethods: many(draft.destructionMethodIds),
    responsibleDepartment: one(draft.responsibleDepartmentId),
    responsiblePersonnel: person && plain(person),
    securityMeasures: many(draft.securityMeasureIds),
    thirdPartyDisclosure: draft.thirdPartyDisclosure,
    thirdParties: draft.thirdParties,
    internalSharing: draft.internalSharing,
    internalApplications: many(draft.internalApplicationIds).map(plain),
    legitimateInterest: draft.legitimateInterest,
  };
}
