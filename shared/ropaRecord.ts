import type { ApplicationContent, ApplicationStatus } from './application.ts';
import type { CompletenessItem } from './completeness.ts';
import type { MappedFlow } from './dataMapping.ts';
import type { PurposeContent, PurposeStatus } from './purpose.ts';

/** A purpose of the record as it stands now, every name resolved. */
export interface RopaPurpose {
  id: string;
  status: PurposeStatus;
  /** Newest published version; 0 when there is none. */
  publishedVersion: number;
  /** Of the responsible person, where another of the workspace has the same name. */
  responsibleEmail: string;
  content: PurposeContent;
}

/** Everything that the record of processing says of one application (PDPA section 39, or 40 for a processor). */
export interface RopaRecord extends Omit<Required<ApplicationContent>, 'purposes' | 'dataMapping'> {
  id: string;
  status: ApplicationStatus;
  publishedVersion: number;
  updatedAt: string;
  purposes: RopaPurpose[];
  /** Lines of the data mapping in their order. */
  flows: MappedFlow[];
  completenessItems: CompletenessItem[];
  /** Share of complete items, in percent. */
  completeness: number;
}
