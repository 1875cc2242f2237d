import { type ImportMapping } from '../../../shared/recordImport.ts';
import { EXAMPLE_MARK, REQUIRED_FIELDS, type RecordFieldKey } from '../../../shared/recordSheet.ts';
import { original } from '../../exports/neutral.ts';
import type { TableRow } from '../../imports/table.ts';
import type { ApplicationFacts, FactPath, LineFacts, PurposeFacts, RowFacts } from './facts.ts';
import { type ProblemList, problemList } from './plan.ts';
import { attributesOf, BASES, type Cell, EXEMPTIONS, FREQUENCIES, oneOf, partiesOf, plain, recipientsOf, REFUSALS, retentionOf, ROLES, someOf, wholeNumber, words, yesOrNo } from './sheet.ts';

/** How the cells of each field are read. */
const PARSERS: Record<RecordFieldKey, (given: string) => Cell<unknown>> = {
  'application.name': plain,
  'application.description': plain,
  'application.dataController': plain,
  'application.processingRole': oneOf(ROLES),
  'application.onBehalfName': plain,
  'application.onBehalfContact': plain,
  'application.lineOfWork': plain,
  'application.dataSource': plain,
  'application.dataSubjectCount': wholeNumber,
  'application.processingFrequency': oneOf(FREQUENCIES),
  'application.accessMeans': plain,
  'application.refusalStatus': oneOf(REFUSALS),
  'application.refusalNote': plain,
  'purpose.titleTh': plain,
  'purpose.titleEn': plain,
  'purpose.descriptionTh': plain,
  'purpose.descriptionEn': plain,
  'purpose.isPrimary': yesOrNo,
  'purpose.purposeCategory': plain,
  'purpose.dataSubjectGroups': words,
  'purpose.piiCategories': words,
  'purpose.lawfulBases': someOf(BASES),
  'purpose.sensitiveExemptions': someOf(EXEMPTIONS),
  'purpose.retention': retentionOf,
  'purpose.retentionNote': plain,
  'purpose.storageSystems': words,
  'purpose.destructionMethods': words,
  'purpose.responsibleDepartment': plain,
  'purpose.responsiblePersonnel': plain,
  'purpose.securityMeasures': words,
  'purpose.thirdPartyDisclosure': yesOrNo,
  'purpose.thirdParties': partiesOf,
  'purpose.internalSharing': yesOrNo,
  'purpose.internalApplications': words,
  'line.dataSubjectGroup': plain,
  'line.channel': plain,
  'line.attributes': attributesOf,
  'line.storageSystem': plain,
  'line.internalApplications': words,
  'line.thirdParties': recipientsOf,
  'line.retention': retentionOf,
  'line.destructionMethod': plain,
  'line.note': plain,
};

/** Reads the rows of a file by its mapping. Rows marked as examples are left out. */
export function factsOf(rows: readonly TableRow[], { fields }: ImportMapping): { facts: RowFacts[]; problems: ProblemList; skipped: Set<number> } {
  const problems = problemList();
  const facts: RowFacts[] = [];
  const skipped = new Set<number>();
  const mapped = Object.entries(fields).flatMap(([key, index]) => (key in PARSERS ? [{ key: key as RecordFieldKey, index }] : []));
  const marks = Object.values(EXAMPLE_MARK);
  for (const { at, cells } of rows) {
    if (marks.some((mark) => cells.find((cell) => cell !== '')?.trimStart().startsWith(mark))) {
      skipped.add(at);
      continue;
    }
    const parts: Record<string, Record<string, unknown>> = { application: {}, purpose: {}, line: {} };
    const filled = new Set<string>();
    for (const { key, index } of mapped) {
      const given = original(cells[index] ?? '').replace(/\r\n?/g, '\n').trim();
      const [part, name] = key.split('.') as [string, string];
      if (given !== '') filled.add(part);
      const cell = PARSERS[key](given);
      if ('value' in cell) parts[part]![name] = cell.value;
      else problems.add(at, key as FactPath, cell.key, cell.values);
    }
    const application = parts.application as unknown as ApplicationFacts;
    const purpose = parts.purpose as unknown as PurposeFacts;
    if (!application.name) {
      problems.add(at, 'application.name', 'errors:required');
      continue;
    }
    if (!purpose.titleTh && (filled.has('purpose') || filled.has('line'))) {
      problems.add(at, 'purpose.titleTh', 'recordImport:problem.needsPurpose');
      continue;
    }
    facts.push({ at, application, purpose: purpose.titleTh ? purpose : null, line: purpose.titleTh && filled.has('line') ? (parts.line as unknown as LineFacts) : null });
  }
  return { facts, problems, skipped };
}

export const isField = (key: string): boolean => key in PARSERS;
export const requiredFields = (): readonly string[] => REQUIRED_FIELDS;
