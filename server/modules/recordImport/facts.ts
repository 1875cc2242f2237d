import type { PROCESSING_FREQUENCIES, ProcessingRole, REFUSAL_STATUSES } from '../../../shared/application.ts';
import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../../shared/lawfulBasis.ts';
import type { ImportProblem } from '../../../shared/recordImport.ts';
import type { RetentionUnit } from '../../../shared/retention.ts';

/**
 * What a row says, by names as people write them. A key that is left out has no column in the file: what is recorded
 * stays. An empty text, null or an empty list is an empty cell.
 */
export interface ApplicationFacts {
  name: string;
  description?: string;
  dataController?: string;
  lineOfWork?: string;
  dataSource?: string;
  dataSubjectCount?: number | null;
  processingFrequency?: (typeof PROCESSING_FREQUENCIES)[number] | null;
  processingRole?: ProcessingRole | null;
  onBehalfName?: string;
  onBehalfContact?: string;
  accessMeans?: string;
  refusalStatus?: (typeof REFUSAL_STATUSES)[number] | null;
  refusalNote?: string;
}

export interface RetentionFacts {
  indefinite: boolean;
  amount: number | null;
  unit: RetentionUnit | null;
}

export interface ThirdPartyFacts {
  name: string;
  country: string;
  contract: string;
  contractExpiresOn: string | null;
  safeguard: TransferSafeguard | null;
}

export interface PurposeFacts {
  titleTh: string;
  titleEn?: string;
  descriptionTh?: string;
  descriptionEn?: string;
  isPrimary?: boolean | null;
  purposeCategory?: string;
  dataSubjectGroups?: string[];
  piiCategories?: string[];
  lawfulBases?: LawfulBasis[];
  sensitiveExemptions?: SensitiveExemption[];
  retention?: RetentionFacts | null;
  retentionNote?: string;
  storageSystems?: string[];
  destructionMethods?: string[];
  responsibleDepartment?: string;
  responsiblePersonnel?: string;
  securityMeasures?: string[];
  thirdPartyDisclosure?: boolean | null;
  thirdParties?: ThirdPartyFacts[];
  internalSharing?: boolean | null;
  internalApplications?: string[];
}

export interface LineFacts {
  dataSubjectGroup: string;
  channel?: string;
  /** With their category where the file names it. */
  attributes?: { category: string; name: string }[];
  storageSystem?: string;
  internalApplications?: string[];
  thirdParties?: { name: string; country: string }[];
  retention?: RetentionFacts | null;
  destructionMethod?: string;
  note?: string;
}

export interface RowFacts {
  at: number;
  application: ApplicationFacts;
  purpose: PurposeFacts | null;
  line: LineFacts | null;
}

/** A purpose as all its rows together say it, with the rows it comes from. */
export interface GatheredPurpose {
  at: number;
  facts: PurposeFacts;
  lines: { at: number; facts: LineFacts }[];
}

export interface GatheredApplication {
  at: number;
  rows: number[];
  facts: ApplicationFacts;
  purposes: GatheredPurpose[];
}

/** Where in a row something is wrong: `purpose.titleTh`. */
export type FactPath = `application.${keyof ApplicationFacts}` | `purpose.${keyof PurposeFacts}` | `line.${keyof LineFacts}`;
export type AddProblem = (row: number, path: FactPath | null, key: string, values?: ImportProblem['values']) => void;

/** Names are the same whatever their case, their blanks and the form of their letters. */
export const folded = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Fills `into` from a further row of the same thing: an empty cell says what the first one said, another value is a problem. */
function merge<Facts extends object>(into: Facts, next: Facts, first: number, at: number, part: 'application' | 'purpose', add: AddProblem): void {
  for (const key of Object.keys(next) as (keyof Facts & string)[]) {
    if (isBlank(next[key])) continue;
    if (isBlank(into[key])) into[key] = next[key];
    else if (key !== 'name' && key !== 'titleTh' && JSON.stringify(into[key]) !== JSON.stringify(next[key])) add(at, `${part}.${key}` as FactPath, 'recordImport:problem.differs', { row: first });
  }
}

/** Puts rows together by application and, within it, by purpose, in the order of the file. */
export function gather(rows: readonly RowFacts[], add: AddProblem): GatheredApplication[] {
  const applications = new Map<string, GatheredApplication & { byTitle: Map<string, GatheredPurpose> }>();
  for (const { at, application, purpose, line } of rows) {
    const key = folded(application.name);
    let own = applications.get(key);
    if (own) merge(own.facts, application, own.at, at, 'application', add);
    else applications.set(key, (own = { at, rows: [], facts: { ...application }, purposes: [], byTitle: new Map() }));
    own.rows.push(at);
    if (!purpose) continue;
    const title = folded(purpose.titleTh);
    let gathered = own.byTitle.get(title);
    if (gathered) merge(gathered.facts, purpose, gathered.at, at, 'purpose', add);
    else {
      own.byTitle.set(title, (gathered = { at, facts: { ...purpose }, lines: [] }));
      own.purposes.push(gathered);
    }
    if (line) gathered.lines.push({ at, facts: line });
  }
  return [...applications.values()];
}
