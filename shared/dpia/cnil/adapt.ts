import type { DpiaFramework } from '../framework.ts';
import { carriedPoint, type RiskPoint } from '../risk.ts';
import { type DpiaDraft, DPIA_LIMITS, type WorstCase } from '../content.ts';
import { EXTENSION } from './format.ts';
import type { CnilReport } from './report.ts';
import type { CnilSource } from './source.ts';
import { readable } from './texts.ts';

/** Where an assessment is imported. */
export interface CnilPlace {
  readonly framework: DpiaFramework;
  /** Purposes of the application as the register has them. */
  readonly purposeIds: ReadonlySet<string>;
  /** Security measures of those purposes. */
  readonly measureIds: ReadonlySet<string>;
  /** Of the people that the file names, those who can be charged. */
  readonly peopleIds: ReadonlySet<string>;
  readonly newId: () => string;
}

/** Those of a list that are known here; the others go to the annex. */
function known<Entry>(
  report: CnilReport,
  name: string,
  entries: readonly Entry[],
  isKnown: (entry: Entry) => boolean,
): Entry[] {
  const foreign = entries.filter((entry) => !isKnown(entry));
  if (foreign.length > 0) report.value(EXTENSION, name, foreign, { why: 'elsewhere' });
  return entries.filter(isKnown);
}

/** The draft of a file of ours, as far as it refers to what is here, on the scale that is used here. */
export function adaptedDraft(source: CnilSource, place: CnilPlace, report: CnilReport): DpiaDraft {
  const { draft, width, files } = source;
  const { framework, purposeIds, peopleIds } = place;
  const questions = new Set(framework.dataRisk.flatMap((row) => row.questions.map(({ id }) => id)));
  const items = new Set(framework.items.map(({ id }) => id));
  const names = new Map(source.names.map(({ id, name }) => [id, name]));
  const person = (id: string | null, name: string): string | null => {
    if (id === null || peopleIds.has(id)) return id;
    report.value(EXTENSION, name, { id, name: names.get(id) ?? '' }, { why: 'elsewhere', of: names.get(id) ?? '' });
    return null;
  };
  if (files.length > 0) report.value(EXTENSION, 'files', files, { why: 'file', of: files.slice(0, 5).join(', ') });
  const withoutFiles = (list: DpiaDraft['consultation']['internal']) => list.map((one) => ({ ...one, fileIds: [] }));
  return {
    ...draft,
    consultation: {
      internal: withoutFiles(draft.consultation.internal),
      external: withoutFiles(draft.consultation.external),
    },
    dataRisk: known(report, 'dataRisk', draft.dataRisk, ({ questionId }) => questions.has(questionId)),
    purposes: known(report, 'purposes', draft.purposes, ({ purposeId }) => purposeIds.has(purposeId)),
    items: known(report, 'items', draft.items, ({ itemId }) => items.has(itemId)),
    reviewerId: person(draft.reviewerId, 'reviewerId'),
    worstCases: draft.worstCases.map((worstCase, at) =>
      adaptedCase(worstCase, {
        point: (from) => carriedPoint(from, width, framework.scale.width),
        isCarried: width !== framework.scale.width,
        responsible: (id) => person(id, `responsibleId ${at + 1}`),
        ...measuresOf(worstCase, place, names, (left) =>
          report.value(EXTENSION, `securityMeasures ${at + 1}`, left, { why: 'elsewhere', of: worstCase.title.th }),
        ),
      }),
    ),
  };
}

interface Adaption {
  point: (from: RiskPoint) => RiskPoint;
  isCarried: boolean;
  responsible: (id: string | null) => string | null;
  securityMeasureIds: string[];
  measures: WorstCase['measures'];
}

const adaptedCase = (
  { carried, treatment, ...worstCase }: WorstCase,
  { point, isCarried, responsible, securityMeasureIds, measures }: Adaption,
): WorstCase => ({
  ...worstCase,
  initial: point(worstCase.initial),
  residual: point(worstCase.residual),
  securityMeasureIds,
  measures,
  ...((carried || isCarried) && { carried: true as const }),
  treatment: treatment && {
    ...treatment,
    expected: point(treatment.expected),
    responsibleId: responsible(treatment.responsibleId),
  },
});

/** Security measures of the application's purposes stay what they are; the others become words. */
function measuresOf(
  { securityMeasureIds, measures }: WorstCase,
  { measureIds, newId }: CnilPlace,
  names: ReadonlyMap<string, string>,
  leave: (names: string[]) => void,
): Pick<WorstCase, 'securityMeasureIds' | 'measures'> {
  const foreign = securityMeasureIds.filter((id) => !measureIds.has(id)).map((id) => readable(names.get(id) ?? ''));
  if (foreign.length > 0) leave(foreign);
  const room = Math.max(0, DPIA_LIMITS.measures - measures.length);
  const inWords = foreign.filter((name) => name !== '' && name.length <= 1000).slice(0, room);
  return {
    securityMeasureIds: securityMeasureIds.filter((id) => measureIds.has(id)),
    measures: [...measures, ...inWords.map((text) => ({ id: newId(), text }))],
  };
}
