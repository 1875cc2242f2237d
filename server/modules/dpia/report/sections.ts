import { storageName } from '../../../../shared/country.ts';
import { dataRiskLevelOf, requirementOf } from '../../../../shared/dpia/decision.ts';
import { acceptsHighRisk } from '../../../../shared/dpia/problems.ts';
import { dataOf, groupsOf, recipientTexts, storageOf } from '../../../../shared/dpia/registerFacts.ts';
import { highestRisk, needsPlan, riskLevel } from '../../../../shared/dpia/risk.ts';
import { type Block, callout, facts, heading, image, paragraph, table } from '../../../platform/documents/document.ts';
import { none, plans, risks, type Section } from './riskSections.ts';

/** Empty space: an empty cell would be rendered as a dash. */
const BLANK = '\u00a0';

/** Approvals in approval lines, then lines for signatures. */
const approval: Section = (found, words) => {
  const { t, time } = words;
  const { draft, framework } = found.content;
  return [
    heading(2, t('sign.approved')),
    found.approvals.length === 0
      ? paragraph(t('sign.notApproved'), 'muted')
      : table(
          [
            { header: t('sign.name'), width: 2.4 },
            { header: t('sign.position'), width: 2 },
            { header: t('sign.line'), width: 0.8 },
            { header: t('sign.approvedOn'), width: 1.4 },
          ],
          found.approvals.map(({ name, position, role, standsInFor, line, at }) => [
            standsInFor === null ? name : t('sign.instead', { name, for: standsInFor }),
            t('sign.positionAndRole', { position: position || '–', role: t(`organization:role.${role}`) }),
            String(line),
            time(at),
          ]),
        ),
    heading(2, t('sign.paper')),
    table(
      [
        { header: t('sign.role'), width: 2 },
        { header: t('sign.name'), width: 2 },
        { header: t('sign.signature'), width: 2 },
        { header: t('sign.on'), width: 1.2 },
      ],
      ['preparedBy', 'dpo', 'owner', ...(acceptsHighRisk(draft, framework) ? ['management'] : [])].map((role) => [
        t(`sign.${role}`),
        role === 'preparedBy' ? found.preparedBy : BLANK,
        '\n ',
        BLANK,
      ]),
    ),
  ];
};

const summary: Section = ({ content: { draft, framework } }, words) => {
  const { t, assessment, highest, number } = words;
  const { bands } = framework.scale;
  const level = dataRiskLevelOf(framework.dataRisk, draft.dataRisk);
  const of = (tier: 'initial' | 'residual') =>
    highest(draft.worstCases.map((worstCase) => riskLevel(worstCase[tier], bands)));
  return [
    facts([
      {
        label: t('label.required'),
        value: assessment(`requirement.${requirementOf(framework.variant, draft.criteria.length, level)}`),
      },
      ...(framework.dataRisk.length > 0
        ? [
            {
              label: assessment('field.dataRiskLevel'),
              value: level === null ? t('notJudged') : assessment('level.name', { level }),
            },
          ]
        : []),
      { label: t('label.worstCases'), value: number(draft.worstCases.length) },
      { label: assessment('tier.initial'), value: of('initial') },
      { label: assessment('tier.residual'), value: of('residual') },
      { label: t('label.plans'), value: number(draft.worstCases.filter(({ treatment }) => treatment).length) },
    ]),
  ];
};

const scope: Section = ({ content: { draft, register } }, { assessment, text }) => [
  facts([
    { label: assessment('field.application'), value: register.name },
    { label: assessment('register.dataController'), value: text(register.dataController.name) },
    { label: assessment('field.reason'), value: draft.reason },
    { label: assessment('field.description'), value: text(draft.description) },
  ]),
];

const processing: Section = ({ content: { register }, flow, version }, words) => {
  const { t, assessment, text, number, locale } = words;
  const each = (list: readonly string[]) => [...new Set(list.filter(Boolean))];
  return [
    paragraph(register.description),
    facts([
      {
        label: assessment('register.subjects'),
        value: [
          ...each(groupsOf(register).map(({ name }) => text(name))),
          ...(register.dataSubjectCount
            ? [
                assessment('register.count', {
                  count: register.dataSubjectCount,
                  number: number(register.dataSubjectCount),
                }),
              ]
            : []),
        ],
      },
      {
        label: assessment('register.sensitive'),
        value: each(
          dataOf(register)
            .filter(({ sensitive }) => sensitive)
            .map(({ name }) => text(name)),
        ).map((name) => ({ text: name, mark: 'sensitive' as const })),
      },
      {
        label: assessment('register.recipients'),
        value: recipientTexts(register.purposes, locale),
      },
      {
        label: assessment('register.storage'),
        value: each(storageOf(register).map((system) => storageName(system, locale))),
      },
    ]),
    heading(2, t('flow.title')),
    flow === null ? paragraph(t(version > 0 ? 'flow.notStored' : 'flow.none'), 'muted') : image(flow, t('flow.title')),
  ];
};

const necessity: Section = ({ content: { draft, register } }, words) => {
  const { assessment, text, yesNo } = words;
  const judged = new Map(draft.purposes.map((purpose) => [purpose.purposeId, purpose]));
  return [
    facts([
      { label: assessment('field.lawfulBasis'), value: yesNo(draft.lawfulBasis) },
      { label: assessment('field.lawfulBasisNote'), value: draft.lawfulBasisNote },
    ]),
    ...register.purposes.flatMap(({ id, content }, index): Block[] => {
      const purpose = judged.get(id);
      return [
        heading(2, `${index + 1}. ${text(content.title)}`),
        facts([
          {
            label: words.t('label.bases'),
            value: content.lawfulBases.map((basis) => words.t(`purposeScreen:basis.${basis}.name`)),
          },
          { label: assessment('field.necessary'), value: yesNo(purpose?.necessary ?? null) },
          { label: assessment('field.necessity'), value: purpose?.necessity ?? '' },
          { label: assessment('field.proportionate'), value: yesNo(purpose?.proportionate ?? null) },
          { label: assessment('field.proportionality'), value: purpose?.proportionality ?? '' },
        ]),
      ];
    }),
  ];
};

const consultation: Section = ({ content: { draft }, files }, words) => {
  const { t, assessment, text, day } = words;
  const columns = [
    { header: assessment('field.who'), width: 2 },
    { header: assessment('field.on'), width: 1.3 },
    { header: assessment('field.opinion'), width: 4 },
    { header: assessment('field.fileIds'), width: 2 },
  ];
  return [
    ...(['internal', 'external'] as const).flatMap((side): Block[] => [
      heading(2, assessment(`field.${side}`)),
      draft.consultation[side].length === 0
        ? none(words)
        : table(
            columns,
            draft.consultation[side].map(({ who, on, opinion, fileIds }) => [
              text(who),
              day(on),
              text(opinion),
              fileIds.map((id) => files.get(id) ?? t('fileDeleted')),
            ]),
          ),
    ]),
    heading(2, assessment('part.opinions')),
    facts([
      { label: assessment('field.dpoOpinion'), value: text(draft.dpoOpinion) },
      { label: assessment('field.subjectOpinion'), value: text(draft.subjectOpinion) },
    ]),
  ];
};

const dataRisk: Section = ({ content: { draft, framework } }, words) => {
  const { t, assessment, text } = words;
  const answers = new Map(draft.dataRisk.map((answer) => [answer.questionId, answer]));
  return [
    heading(2, assessment('field.criteria')),
    draft.criteria.length === 0
      ? none(words)
      : table(
          [
            { header: assessment('field.criteria'), width: 2 },
            { header: assessment('criterion.note'), width: 3 },
          ],
          draft.criteria.map(({ code, note }) => [assessment(`criterion.${code}.name`), note]),
        ),
    ...framework.dataRisk.flatMap((row): Block[] => [
      heading(2, `${assessment('level.name', { level: row.level })}: ${text(row.title)}`),
      table(
        [
          { header: t('column.question'), width: 4 },
          { header: assessment('field.answer'), width: 1 },
          { header: assessment('field.note'), width: 2 },
        ],
        row.questions.map((question) => {
          const answer = answers.get(question.id);
          return [text(question.text), answer ? assessment(`answer.${answer.answer}`) : '', answer?.note ?? ''];
        }),
      ),
    ]),
  ];
};

const ANSWER_MARKS = { MET: 'ok', PARTLY_MET: 'warn', NOT_MET: 'danger', NOT_APPLICABLE: 'muted' } as const;

const items: Section = ({ content: { draft, framework } }, words) => {
  const { t, assessment, text } = words;
  if (framework.items.length === 0) return [none(words)];
  const answers = new Map(draft.items.map((item) => [item.itemId, item]));
  return [
    table(
      [
        { header: t('column.item'), width: 3 },
        { header: t('column.objectives'), width: 2 },
        { header: assessment('item.answer'), width: 1.4 },
        { header: assessment('field.note'), width: 2.4 },
      ],
      framework.items.map(({ id, title, objectives }) => {
        const { answer = null, note = '' } = answers.get(id) ?? {};
        return [
          text(title),
          objectives.map((one) => assessment(`objective.${one}`)),
          answer === null ? t('notJudged') : { text: assessment(`item.${answer}`), mark: ANSWER_MARKS[answer] },
          note,
        ];
      }),
    ),
  ];
};

const conclusion: Section = (found, words) => {
  const { t, assessment } = words;
  const { draft, framework, acceptance } = found.content;
  const levels = draft.worstCases.map((one) => riskLevel(one.residual, framework.scale.bands));
  // Of all of them: one that is not assessed may be the highest.
  const residual = levels.includes(null) ? null : highestRisk(levels);
  const isHigh = needsPlan(residual);
  return [
    callout(
      residual === null ? 'info' : isHigh ? 'warn' : 'ok',
      residual === null
        ? t('conclusion.open')
        : t(isHigh ? 'conclusion.high' : 'conclusion.low', { level: assessment(`risk.${residual}`) }),
      t('section.conclusion'),
    ),
    ...(acceptsHighRisk(draft, framework) ? [paragraph(t('conclusion.accepted'), 'warn')] : []),
    ...(acceptance ? [facts([{ label: t('conclusion.acceptance'), value: acceptance }])] : []),
  ];
};

const review: Section = ({ content: { draft, people } }, { t, day, assessment }) => [
  facts([
    { label: assessment('field.reviewOn'), value: day(draft.reviewOn) },
    { label: assessment('field.reviewerId'), value: people.find(({ id }) => id === draft.reviewerId)?.name ?? '' },
  ]),
  paragraph(t('reviewNote'), 'muted'),
];

/** The parts of a report in their order (ISO/IEC 29134, clause 7), each with its key in the texts. */
export const SECTIONS = {
  approval,
  summary,
  scope,
  processing,
  necessity,
  consultation,
  dataRisk,
  items,
  risks,
  plans,
  conclusion,
  review,
} satisfies Record<string, Section>;
