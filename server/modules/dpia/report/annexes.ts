import { dataOf, recipientTexts } from '../../../../shared/dpia/registerFacts.ts';
import { RISK_LEVELS } from '../../../../shared/dpia/risk.ts';
import { CRITERIA } from '../../../../shared/dpia/decision.ts';
import { type Block, facts, list, paragraph, table } from '../../../platform/documents/document.ts';
import type { ReportFacts } from './facts.ts';
import { measuresOf } from './riskSections.ts';
import type { ReportWords } from './words.ts';

type Annex = (facts: ReportFacts, words: ReportWords) => Block[];

const criteria: Annex = (_found, { assessment }) => [
  paragraph(assessment('criterion.source'), 'muted'),
  list(CRITERIA.map((code) => `${assessment(`criterion.${code}.name`)} (${assessment(`criterion.${code}.example`)})`)),
];

const scale: Annex = ({ content: { framework } }, { t, assessment, text, number }) => {
  const { width, bands, likelihood, impact } = framework.scale;
  const ends = [...bands, width * width];
  const levels = (rows: typeof likelihood, title: string): Block =>
    table(
      [
        { header: t('column.level'), width: 0.6, align: 'end' },
        { header: t('column.name'), width: 2 },
        { header: t('column.meaning'), width: 4 },
      ],
      rows.map((row) => [String(row.level), text(row.title), text(row.description)]),
      title,
    );
  return [
    levels(likelihood, assessment('map.likelihood')),
    levels(impact, assessment('map.impact')),
    facts(
      RISK_LEVELS.map((level, index) => ({
        label: assessment(`risk.${level}`),
        value: t('band', { from: number(index === 0 ? 1 : ends[index - 1]! + 1), to: number(ends[index]!) }),
      })),
    ),
  ];
};

const activities: Annex = ({ content: { register } }, { t, assessment, text, number, locale }) =>
  register.purposes.length === 0
    ? [paragraph(assessment('purpose.none'), 'muted')]
    : [
        table(
          [
            { header: t('column.activity'), width: 3 },
            { header: t('column.version'), width: 1.2, align: 'end' },
            { header: t('column.data'), width: 3 },
            { header: assessment('register.recipients'), width: 2 },
          ],
          register.purposes.map((purpose) => [
            text(purpose.content.title),
            purpose.version === 0
              ? t('unpublished')
              : purpose.fromDraft
                ? t('draftAfter', { number: number(purpose.version) })
                : number(purpose.version),
            dataOf(register, [purpose]).map(({ name, sensitive }) =>
              sensitive ? { text: text(name), mark: 'sensitive' as const } : text(name),
            ),
            recipientTexts([purpose], locale),
          ]),
        ),
      ];

const measures: Annex = (found, words) => {
  const others = found.content.draft.worstCases.flatMap((one) => one.measures.map((line) => line.text));
  const all = [...new Set([...measuresOf(found, words).values(), ...others])];
  return [all.length === 0 ? paragraph(words.t('none'), 'muted') : list(all)];
};

const evidence: Annex = ({ files }, { t }) => [
  files.size === 0 ? paragraph(t('none'), 'muted') : list([...files.values()]),
];

const history: Annex = ({ history: versions, sha256 }, { t, number, time }) => [
  facts([{ label: t('label.sha256'), value: sha256 }]),
  ...(versions.length === 0
    ? []
    : [
        table(
          [
            { header: t('column.version'), width: 0.6, align: 'end' },
            { header: t('column.publishedAt'), width: 2 },
            { header: t('column.publishedBy'), width: 2 },
            { header: t('label.sha256'), width: 4 },
          ],
          versions.map((one) => [
            number(one.version),
            time(one.publishedAt),
            one.publishedBy?.name ?? '',
            // In pieces, since the cell is too narrow otherwise.
            one.sha256.replace(/.{16}(?=.)/g, '$&\n'),
          ]),
        ),
      ]),
];

/** The annexes of the report, each with its key in the texts. */
export const ANNEXES = { criteria, scale, activities, measures, evidence, history } satisfies Record<string, Annex>;
