import { expect, test } from 'vitest';
import { stepOfPath } from '../../client/modules/privacyNotice/noticeSteps.ts';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { noticeProblems } from '../../shared/privacyNotice/problems.ts';
import { noticeGaps } from '../../shared/privacyNotice/text/notice.ts';
import { factsOf, plain } from '../helpers/noticeFacts.ts';

const PURPOSE = '01890000-0000-7000-8000-000000000002';
const facts = factsOf([{ ...plain, id: PURPOSE }]);

test.each([
  ['approved by a line', true],
  ['with a typed approver', false],
])('a notice %s needs the English of what it says beyond the register', (_, isApproved) => {
  const draft = noticeDraft.parse({
    name: 'ประกาศ',
    organization: { name: { th: 'โรงพยาบาลร่มเย็น', en: 'Romyen Hospital' } },
    applications: [{ id: facts.applications[0]!.id }],
    provisions: [{ purposeId: PURPOSE, mandate: { th: 'การควบคุมโรค', en: '' } }],
    ageAcknowledged: true,
    sensitiveAcknowledged: true,
    approver: { name: 'สมหญิง อนุมัติ', position: 'ผู้อำนวยการ' },
  });
  expect(noticeProblems(draft, facts, { isApproved, today: '2026-12-01' })).toEqual([
    { path: ['provisions', 0, 'mandate', 'en'], key: 'errors:required' },
  ]);
});

test('a review date that has passed is missing, unless it was approved', () => {
  const problemsOf = (isApproved: boolean, reviewOn: string) =>
    noticeProblems(noticeDraft.parse({ name: 'ประกาศ', reviewOn }), facts, { isApproved, today: '2026-12-01' })
      .filter(({ path }) => path[0] === 'reviewOn')
      .map(({ key }) => key);
  expect(problemsOf(false, '2026-11-30')).toEqual(['privacyNotice:reviewPassed']);
  expect(problemsOf(false, '2026-12-01')).toEqual([]);
  expect(problemsOf(true, '2026-11-30')).toEqual([]);
});

test('a right that the notice lacks is added on the step of rights, what it lacks of a purpose on that of applications', () => {
  const gaps = noticeGaps(factsOf([{ ...plain, provision: { ...plain.provision, required: null } }]));
  const steps = new Map(
    gaps.map(({ record, id, section, field }) => [field, stepOfPath(['gaps', record, id, field, section])]),
  );
  expect(steps.get('rights.ACCESS')).toBe('rights');
  expect(steps.get('provision')).toBe('applications');
});
