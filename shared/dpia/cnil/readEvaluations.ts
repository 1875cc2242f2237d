import type { ItemAnswer, Treatment, WorstCase } from '../content.ts';
import { type CnilFile, isObject, type Json, valueOf } from './format.ts';
import { type CnilRisk, fromGauge, isSameScale, STATUS_OF } from './references.ts';
import { isEmpty, isEqual, leaveRest, nameIn } from './report.ts';
import { fromHtml, readable } from './texts.ts';
import { itemAt } from './readAnswers.ts';
import { type CnilWork, joined, labelled, ownAt, riskIn } from './work.ts';
import { oneOf } from './write.ts';

interface Evaluation {
  readonly from: string;
  readonly entry: Json;
  /** The same evaluation of our own file. */
  readonly own: Json | undefined;
}

/** Reads what the evaluations say of items, and the plans against the risks. */
export function readEvaluations(work: CnilWork, { evaluations }: CnilFile): void {
  const { report } = work;
  const read = new Set<string>();
  for (const entry of evaluations) {
    const reference = isObject(entry) ? valueOf(entry, 'reference_to') : undefined;
    if (!isObject(entry) || typeof reference !== 'string') {
      if (!isEmpty(entry))
        report.entry('evaluations', isObject(entry) ? entry : { value: entry }, {
          from: 'evaluations',
          why: 'unreadable',
        });
      continue;
    }
    const from = `evaluations ${nameIn(reference)}`;
    const own = ownAt(work.own?.file.evaluations, 'reference_to', reference);
    const risk = /^3\.([234])$/.exec(reference)?.[1];
    const question = /^2\.[12]\.(\d{3})$/.exec(reference)?.[1];
    const used = read.has(reference)
      ? []
      : risk
        ? readPlan(work, { from, entry, own }, Number(risk) as CnilRisk)
        : question
          ? readItem(work, { from, entry, own }, Number(question))
          : [];
    read.add(reference);
    leaveRest(report, { part: 'evaluations', from, entry, key: 'reference_to', used: withNothing(entry, used), own });
  }
}

/** Names that were used, and those that say nothing: no status, no level. */
const withNothing = (entry: Json, used: readonly string[]): string[] => [
  ...used,
  ...(entry.status === 0 ? ['status'] : []),
  ...(isEqual(entry.gauges, { x: 0, y: 0 }) ? ['gauges'] : []),
];

/** A text that the file says otherwise than ours did; undefined: none. `lost`: HTML said more than its text */
function changedText({ entry, own }: Evaluation, name: string): { text: string; lost: boolean } | undefined {
  const value = valueOf(entry, name);
  if (typeof value !== 'string' || isEqual(own && valueOf(own, name), value)) return undefined;
  const read = fromHtml(value);
  return read.text === '' && isEmpty(own && valueOf(own, name)) ? undefined : read;
}

/** How far an item is met, and what was said of it. @returns names that were used */
function readItem(work: CnilWork, evaluation: Evaluation, question: number): string[] {
  const { report, word } = work;
  const { from, entry, own } = evaluation;
  const item = itemAt(work, question);
  if (!item) return [];
  const { judgement, title } = item;
  const used: string[] = [];
  const answer = (Object.keys(STATUS_OF) as (keyof typeof STATUS_OF)[]).find((one) => STATUS_OF[one] === entry.status);
  if (answer && !isEqual(own?.status, entry.status)) {
    judgement.answer = worseOf(own ? null : judgement.answer, answer);
    report.placed(from, 'itemAnswer', title);
  }
  if (answer) used.push('status');
  for (const [name, label] of [
    ['evaluation_comment', 'evaluation'],
    ['action_plan_comment', 'plan'],
  ] as const) {
    const changed = changedText(evaluation, name);
    if (!changed || changed.lost) continue;
    const note = joined(judgement.note, labelled(word(label), changed.text));
    if (note === undefined) continue;
    judgement.note = note;
    used.push(name);
    report.placed(`${from}: ${name}`, 'itemNote', title);
  }
  return used;
}

/** Several questions are about one item: it is met as far as the worst of them. */
const FROM_WORST: readonly ItemAnswer[] = ['NOT_MET', 'PARTLY_MET', 'MET'];
const worseOf = (left: ItemAnswer | null, right: ItemAnswer): ItemAnswer =>
  FROM_WORST.find((one) => one === left || one === right) ?? right;

const NO_PLAN: Treatment = {
  method: null,
  detail: '',
  measures: [],
  expected: { likelihood: null, impact: null },
  expectedOn: null,
  responsibleId: null,
};

/** The plan against a risk. @returns names that were used */
function readPlan(work: CnilWork, evaluation: Evaluation, risk: CnilRisk): string[] {
  const { entry, from, own } = evaluation;
  const isPlan = ['action_plan_comment', 'estimated_implementation_date', 'person_in_charge'].some(
    (name) => !isEmpty(valueOf(entry, name)),
  );
  const used: string[] = [];
  const comment = changedText(evaluation, 'evaluation_comment');
  if (comment && !comment.lost) {
    const worstCase = riskIn(work, risk);
    const described = joined(oneOf(worstCase.description), labelled(work.word('evaluation'), comment.text));
    if (described !== undefined) {
      worstCase.description = { ...worstCase.description, th: described };
      work.report.placed(`${from}: evaluation_comment`, 'worstCase', worstCase.title.th);
      used.push('evaluation_comment');
    }
  }
  if (!isPlan && !own && isEqual(entry.gauges, { x: 0, y: 0 })) return used;
  if (!isPlan && !own && isEmpty(entry.gauges)) return used;
  const worstCase = riskIn(work, risk);
  const plan: Treatment = worstCase.treatment ?? { ...NO_PLAN, measures: [] };
  worstCase.treatment = plan;
  return [
    ...used,
    ...readDetail(work, evaluation, { worstCase, plan }),
    ...readTarget(work, evaluation, { worstCase, plan }),
  ];
}

interface Plan {
  worstCase: WorstCase;
  plan: Treatment;
}

function readDetail(work: CnilWork, evaluation: Evaluation, { worstCase, plan }: Plan): string[] {
  const { report, word } = work;
  const { from, entry, own } = evaluation;
  const used: string[] = [];
  const changed = changedText(evaluation, 'action_plan_comment');
  if (changed && !changed.lost && joined(changed.text) !== undefined) {
    plan.detail = changed.text;
    // Planned measures stand in that text too.
    if (own) plan.measures = [];
    report.placed(`${from}: action_plan_comment`, 'planDetail', worstCase.title.th);
    used.push('action_plan_comment');
  }
  const person = valueOf(entry, 'person_in_charge');
  if (typeof person === 'string' && person.trim() !== '' && !isEqual(own?.person_in_charge, person)) {
    const detail = joined(plan.detail, labelled(word('person'), readable(person)));
    if (detail !== undefined) {
      plan.detail = detail;
      report.placed(`${from}: person_in_charge`, 'planDetail', worstCase.title.th);
      used.push('person_in_charge');
    }
  }
  return used;
}

function readTarget(
  { report, place }: CnilWork,
  { from, entry, own }: Evaluation,
  { worstCase, plan }: Plan,
): string[] {
  const used: string[] = [];
  const day = dayIn(valueOf(entry, 'estimated_implementation_date'));
  if (day && !isEqual(own?.estimated_implementation_date, entry.estimated_implementation_date)) {
    plan.expectedOn = day;
    report.placed(`${from}: estimated_implementation_date`, 'planDay', worstCase.title.th);
    used.push('estimated_implementation_date');
  }
  const gauges = valueOf(entry, 'gauges');
  if (!isObject(gauges) || isEqual(own?.gauges, gauges)) return used;
  const { width } = place.framework.scale;
  const [impact, likelihood] = [fromGauge(valueOf(gauges, 'x'), width), fromGauge(valueOf(gauges, 'y'), width)];
  if (impact === undefined || likelihood === undefined) return used;
  if (own || impact !== null || likelihood !== null) {
    plan.expected = { likelihood, impact };
    if (!isSameScale(width)) worstCase.carried = true;
    report.placed(`${from}: gauges`, 'planExpected', worstCase.title.th);
  }
  return [...used, 'gauges'];
}

/** The day of a time; undefined: it is none. */
function dayIn(value: unknown): string | undefined {
  const day = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(value)?.[0] : undefined;
  return day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : undefined;
}
