import { expect, test } from 'vitest';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { noticeProblems } from '../../shared/privacyNotice/problems.ts';
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
  expect(noticeProblems(draft, facts, isApproved)).toEqual([
    { path: ['provisions', 0, 'mandate', 'en'], key: 'errors:required' },
  ]);
});
