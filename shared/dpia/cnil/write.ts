import type { DpiaDraft, WorstCase } from '../content.ts';
import { EXTENSION } from './format.ts';
import {
  BASIS,
  type CnilRisk,
  OVERVIEW,
  risksOf,
  STATUS_OF,
  TEXT_REFERENCES,
  toGauge,
  toGauges,
} from './references.ts';
import type { CnilSource } from './source.ts';
import { toHtml, toPlain } from './texts.ts';

/** The language of a file: that application has one text where ours has two. */
export const oneOf = ({ th, en }: { th: string; en: string }): string => th || en;

const paragraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

interface AnswerData {
  text: string | null;
  gauge: number | null;
  list: string[];
}
const textData = (text: string, gauge = 0): AnswerData => ({ text: toHtml(text), gauge, list: [] });
const listData = (list: readonly string[]): AnswerData => ({ text: null, gauge: null, list: list.map(toPlain) });

/** What the text of a question says. */
function textAt(reference: number, { draft, register, items }: CnilSource): string {
  const itemIds = items.filter((item) => item.reference === reference).map(({ itemId }) => itemId);
  const notes = draft.items.filter(({ itemId }) => itemIds.includes(itemId)).map(({ note }) => note);
  switch (reference) {
    case OVERVIEW:
      return paragraphs(register.overview, oneOf(draft.description));
    case 112:
      return register.controller;
    case 121:
      return register.data;
    case 211:
      return paragraphs(
        register.purposes,
        ...draft.purposes.flatMap(({ necessity, proportionality }) => [necessity, proportionality]),
      );
    case BASIS:
      return draft.lawfulBasisNote;
    default:
      return paragraphs(...notes);
  }
}

/** Names of the measures in force against a worst case. */
const measureNamesOf = ({ securityMeasureIds, measures }: WorstCase, names: ReadonlyMap<string, string>): string[] => [
  ...new Set(
    [...securityMeasureIds.map((id) => names.get(id) ?? id), ...measures.map(({ text }) => text)].map(toPlain),
  ),
];

function riskAnswers(risk: CnilRisk, worstCase: WorstCase, { width }: CnilSource, names: ReadonlyMap<string, string>) {
  const { title, description, impacts, threats, sources, residual } = worstCase;
  const texts = (lines: readonly { text: string }[]) => listData(lines.map(({ text }) => text));
  return (
    [
      [1, texts(impacts)],
      [2, texts(threats)],
      [3, texts(sources)],
      [4, listData(measureNamesOf(worstCase, names))],
      [5, textData(paragraphs(oneOf(title), oneOf(description)), toGauge(residual.impact, width))],
      [6, textData('', toGauge(residual.likelihood, width))],
    ] as const
  ).map(([part, data]) => ({ reference_to: 300 + risk * 10 + part, data }));
}

const EVALUATION = {
  status: 0,
  action_plan_comment: '',
  evaluation_comment: '',
  gauges: { x: 0, y: 0 },
  estimated_implementation_date: null as string | null,
  person_in_charge: '',
  global_status: 2,
};

/** How items are met, and the plans against the risks. */
function evaluationsOf({ draft, items, width }: CnilSource, names: ReadonlyMap<string, string>) {
  const answers = new Map(draft.items.map(({ itemId, answer }) => [itemId, answer]));
  const ofItems = items.flatMap(({ reference, itemId }) => {
    const answer = answers.get(itemId);
    const status = answer && answer !== 'NOT_APPLICABLE' ? STATUS_OF[answer] : undefined;
    return status === undefined
      ? []
      : [{ ...EVALUATION, reference_to: `2.${String(reference)[1]}.${reference}`, status }];
  });
  const byId = new Map(draft.worstCases.map((worstCase) => [worstCase.id, worstCase]));
  const ofRisks = [...risksOf(draft.worstCases)].flatMap(([risk, id]) => {
    const treatment = byId.get(id)?.treatment;
    if (!treatment) return [];
    const { detail, measures, expected, expectedOn, responsibleId } = treatment;
    return [
      {
        ...EVALUATION,
        reference_to: `3.${risk}`,
        status: STATUS_OF.PARTLY_MET,
        action_plan_comment: toHtml(paragraphs(detail, measures.map(({ text }) => text).join('\n'))),
        gauges: toGauges(expected, width),
        estimated_implementation_date: expectedOn,
        person_in_charge: toPlain((responsibleId && names.get(responsibleId)) ?? ''),
      },
    ];
  });
  return [...ofItems, ...ofRisks];
}

function piaOf({ draft, at, by }: CnilSource) {
  const opinion = oneOf(draft.subjectOpinion);
  return {
    status: 0,
    name: toPlain(draft.name),
    category: '',
    author_name: toPlain(by),
    evaluator_name: '',
    validator_name: '',
    dpo_status: null,
    dpo_opinion: toPlain(oneOf(draft.dpoOpinion)),
    dpos_names: '',
    concerned_people_searched_opinion: opinion !== '',
    concerned_people_searched_content: '',
    concerned_people_status: null,
    concerned_people_opinion: toPlain(opinion),
    people_names: toPlain(peopleNamesOf(draft)),
    rejection_reason: '',
    applied_adjustments: '',
    is_example: 0,
    is_archive: 0,
    created_at: at,
    updated_at: at,
  };
}

const peopleNamesOf = ({ consultation }: DpiaDraft): string =>
  consultation.external
    .map(({ who }) => oneOf(who))
    .filter((who) => who !== '')
    .join(', ');

/**
 * The file of an assessment: what that application has a place for stands there, and everything once more under a name
 * that its importer does not read. From the same source it is the same file.
 */
export function writeCnil(source: CnilSource) {
  const names = new Map(source.names.map(({ id, name }) => [id, name]));
  const { draft, at } = source;
  const byId = new Map(draft.worstCases.map((worstCase) => [worstCase.id, worstCase]));
  const risks = [...risksOf(draft.worstCases)].map(([risk, id]) => [risk, byId.get(id)!] as const);
  const titles = new Set(risks.flatMap(([, worstCase]) => measureNamesOf(worstCase, names)));
  const numbered = <Entry extends object>(entries: readonly Entry[]) =>
    entries.map((entry, place) => ({ id: place + 1, ...entry, created_at: at, updated_at: at }));
  return {
    pia: piaOf(source),
    answers: numbered([
      ...TEXT_REFERENCES.map((reference) => ({ reference_to: reference, data: textData(textAt(reference, source)) })),
      ...risks.flatMap(([risk, worstCase]) => riskAnswers(risk, worstCase, source, names)),
    ]),
    measures: numbered([...titles].map((title) => ({ title, content: '', placeholder: '' }))),
    evaluations: numbered(evaluationsOf(source, names)),
    comments: [],
    [EXTENSION]: source,
  };
}
