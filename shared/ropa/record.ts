import type { ApplicationContent } from '../application/schema.ts';
import type { CompletenessItem } from '../completeness/schema.ts';
import type { MappedFlow } from '../dataMapping/schema.ts';
import type { RightCode } from '../dataRight/schema.ts';
import type { PurposeContent } from '../purpose/schema.ts';
import type { PublishStatus } from '../status.ts';

/** A purpose of a record as it stands now, every name resolved. */
export interface RopaPurpose {
  id: string;
  status: PublishStatus;
  /** Newest published version; 0 when there is none. */
  publishedVersion: number;
  /** Of the responsible person, where another of the workspace has the same name; else empty. */
  responsibleEmail: string;
  content: PurposeContent;
}

/** Refusals of an application that section 39 (7) wants recorded. */
export interface RecordedRefusals {
  total: number;
  /**
   * The newest first, up to a limit. `number`: of the request; `inPart`: of a part of the right; `at`: when it was
   * refused.
   */
  newest: { number: number; right: RightCode; ground: string; inPart: boolean; at: string }[];
}

/**
 * All that the record of processing says of one application (PDPA section 39, of a processor section 40), as it stands
 * now.
 */
export interface RopaRecord extends Required<Omit<ApplicationContent, 'purposes' | 'dataMapping'>> {
  id: string;
  status: PublishStatus;
  publishedVersion: number;
  updatedAt: string;
  /** In the application's order. */
  purposes: RopaPurpose[];
  /** Lines of the data mapping, in their order. */
  flows: MappedFlow[];
  completenessItems: CompletenessItem[];
  /** What the register of refusals has of the application; null without any. */
  refusals: RecordedRefusals | null;
  /** Share of complete items, in percent. */
  completeness: number;
}

/** Where a record stores the data of a purpose: in what the purpose lists and in what its lines name, each once. */
export const storageSystemsOf = (
  { id, content }: Pick<RopaPurpose, 'id' | 'content'>,
  { flows }: Pick<RopaRecord, 'flows'>,
): PurposeContent['storageSystems'] => {
  const own = flows.flatMap(({ purpose, storageSystem }) =>
    purpose.id === id && storageSystem ? [storageSystem] : [],
  );
  return [...new Map([...content.storageSystems, ...own].map((system) => [system.id, system])).values()];
};

/**
 * Whom a purpose, or a line of it, sends data to: nobody while the purpose's disclosure, or sharing, is switched off.
 */
export const recipientsOf = <Party, Internal>(
  {
    thirdParties,
    internalApplications,
  }: { readonly thirdParties: readonly Party[]; readonly internalApplications: readonly Internal[] },
  content: Pick<PurposeContent, 'thirdPartyDisclosure' | 'internalSharing'> | undefined,
): { thirdParties: readonly Party[]; internalApplications: readonly Internal[] } => ({
  thirdParties: content?.thirdPartyDisclosure ? thirdParties : [],
  internalApplications: content?.internalSharing ? internalApplications : [],
});
