import { riskLevel, type RiskPoint, scoreOf } from '../../../../shared/dpia/risk.ts';
import { type Block, facts, heading, image, paragraph, table } from '../../../platform/documents/document.ts';
import type { ReportFacts } from './facts.ts';
import { riskMap } from './map.ts';
import type { ReportWords } from './words.ts';

/** A part of a report. */
export type Section = (facts: ReportFacts, words: ReportWords) => Block[];

/** The text of an empty part. */
export const none = ({ t }: ReportWords): Block => paragraph(t('none'), 'muted');

const point = (
  at: RiskPoint,
  { content: { framework } }: ReportFacts,
  { t, risk }: ReportWords,
): { text: string; mark: ReturnType<ReportWords['risk']>['mark'] } => {
  const { text, mark } = risk(riskLevel(at, framework.scale.bands));
  const { likelihood, impact } = at;
  return {
    text:
      likelihood === null || impact === null
        ? text
        : t('point', { likelihood, impact, score: scoreOf(at), level: text }),
    mark,
  };
};

/** Names of security measures by their ids: of those that the draft refers to, and of those of the register. */
export const measuresOf = (
  { content: { draft, people, register } }: ReportFacts,
  { text }: ReportWords,
): ReadonlyMap<string, string> => {
  const referred = new Set(draft.worstCases.flatMap(({ securityMeasureIds }) => securityMeasureIds));
  return new Map([
    ...register.purposes.flatMap(({ content }) =>
      content.securityMeasures.map(({ id, name }) => [id, text(name)] as const),
    ),
    ...people.filter(({ id }) => referred.has(id)).map(({ id, name }) => [id, name] as const),
  ]);
};

/** The map, and each worst case with its causes and measures. */
export const risks: Section = (found, words) => {
  const { t, assessment, text } = words;
  const { draft, framework } = found.content;
  if (draft.worstCases.length === 0) return [none(words)];
  const measures = measuresOf(found, words);
  const texts = (lines: readonly { text: string }[]) => lines.map((line) => line.text);
  const { svg, hasMore } = riskMap(
    framework.scale,
    draft.worstCases.map(({ initial, residual }, index) => ({ number: index + 1, initial, residual })),
    {
      likelihood: assessment('map.likelihood'),
      impact: assessment('map.impact'),
      level: (level) => assessment(`risk.${level}`),
    },
  );
  return [
    image(svg, t('map.alt'), framework.scale.width === 5 ? 100 : 80),
    paragraph([t('map.legend'), ...(hasMore ? [t('map.more')] : [])].join(' '), 'muted'),
    table(
      [
        { header: assessment('map.risk'), width: 3 },
        { header: assessment('tier.initial'), width: 2 },
        { header: assessment('tier.residual'), width: 2 },
      ],
      draft.worstCases.map(({ title, initial, residual }, index) => [
        `${index + 1}. ${text(title)}`,
        point(initial, found, words),
        point(residual, found, words),
      ]),
    ),
    ...draft.worstCases.flatMap((one, index): Block[] => [
      heading(2, `${index + 1}. ${text(one.title)}`),
      facts([
        { label: assessment('worst.description'), value: text(one.description) },
        { label: assessment('worst.sources'), value: texts(one.sources) },
        { label: assessment('worst.threats'), value: texts(one.threats) },
        { label: assessment('worst.impacts'), value: texts(one.impacts) },
        {
          label: assessment('worst.problematicActions'),
          value: one.problematicActions.map((action) => assessment(`action.${action}`)),
        },
        { label: assessment('tier.initial'), value: point(one.initial, found, words) },
        {
          label: t('label.measures'),
          value: [
            ...one.securityMeasureIds.map((id) => measures.get(id) ?? t('measureRemoved')),
            ...texts(one.measures),
          ],
        },
        { label: assessment('tier.residual'), value: point(one.residual, found, words) },
      ]),
    ]),
  ];
};

/** Treatment of the residual risks. */
export const plans: Section = (found, words) => {
  const { assessment, text, day } = words;
  const { draft, people } = found.content;
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const planned = draft.worstCases.flatMap(({ title, treatment }, index) =>
    treatment ? [{ title: `${index + 1}. ${text(title)}`, ...treatment }] : [],
  );
  if (planned.length === 0) return [none(words)];
  return planned.flatMap((plan): Block[] => [
    heading(2, plan.title),
    facts([
      { label: assessment('plan.method'), value: plan.method ? assessment(`method.${plan.method}`) : '' },
      { label: assessment('plan.detail'), value: plan.detail },
      { label: assessment('plan.measures'), value: plan.measures.map((line) => line.text) },
      { label: assessment('tier.expected'), value: point(plan.expected, found, words) },
      { label: assessment('plan.expectedOn'), value: day(plan.expectedOn) },
      {
        label: assessment('plan.responsibleId'),
        value: plan.responsibleId ? (names.get(plan.responsibleId) ?? '') : '',
      },
    ]),
  ]);
};
