import { expect, it } from 'vitest';
import { BUILT_IN } from '../../server/modules/answerTemplate/builtIn.ts';
import { documentMail } from '../../server/modules/requestIdentity/mails.ts';
import { translate } from '../../server/platform/i18n.ts';
import { AUTHORITY } from '../../shared/answerTemplate/merge.ts';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import { type Locale, LOCALES } from '../../shared/locale.ts';
import { GROUND_CODES, groundsOf, withholdingGround } from '../../shared/request/grounds.ts';
import { RIGHT_PHRASES } from '../../shared/privacyNotice/text/rights.ts';

// Section 73: complaints are filed with the Office of the Committee.
it.each(LOCALES)('letters, mails and pages name one place for complaints, in the same words (%s)', (locale) => {
  const authority = AUTHORITY[locale];
  const letter = translate(locale, 'requestLetter:complaintText', { authority });
  expect(translate(locale, 'mail:requestNotice.complain', { authority })).toBe(letter);
  expect(`${translate(locale, 'requestPage:complain.lead').replace(/:$/, '')} ${authority}`).toBe(
    letter.replace(/\.$/, ''),
  );
  expect(BUILT_IN.refused!.body[locale].replace('{authority}', authority)).toContain(letter);
  const office = authority.split(/ www|, www/)[0]!;
  expect(RIGHT_PHRASES.COMPLAINT[locale]).toContain(office);
});

it('the letter of a withdrawal has its consequences stated (section 19 paragraph 6), that of a restriction what was restricted', () => {
  expect(BUILT_IN.withdrawalCompleted!.body.th).toMatch(/มาตรา 19 วรรคหก.*\[ระบุผลกระทบ/);
  expect(BUILT_IN.withdrawalCompleted!.body.en).toMatch(/section 19 paragraph 6.*\[state them/);
  // Section 34 knows no duty to notify before the use goes on: nobody is promised it.
  expect(BUILT_IN.restrictionCompleted!.body.th).not.toContain('จะแจ้ง');
  expect(BUILT_IN.restrictionCompleted!.body.en).toMatch(/\[state the data/);
});

const identityDocumentMail = (locale: Locale, kind: 'requested' | 'refused', identityDays: number) =>
  documentMail(
    { publicUrl: 'https://privacy.example.com', host: '127.0.0.1', port: 3000 },
    { email: 'somsri@people.example', locale },
    {
      reference: 'REQ-7',
      organization: 'โรงพยาบาลร่มเย็น',
      token: 'A'.repeat(32),
      person: 'SUBJECT',
      reason: 'ภาพไม่ชัด',
      kind,
      identityDays,
    },
  ).text;

// Section 23(3): for how long personal data is kept.
it.each([
  ['th', 0, 'มิฉะนั้นลบเมื่อปิดคำขอ'],
  ['th', 1, 'มิฉะนั้นลบเมื่อครบ 1 วันหลังปิดคำขอ'],
  ['th', 30, 'มิฉะนั้นลบเมื่อครบ 30 วันหลังปิดคำขอ'],
  ['en', 0, 'otherwise when your request is closed.'],
  ['en', 1, 'otherwise 1 day after your request is closed.'],
  ['en', 30, 'otherwise 30 days after your request is closed.'],
] as const)('who sends an identity document reads how long it is stored (%s, %i)', (locale, days, end) => {
  expect(identityDocumentMail(locale, 'requested', days)).toContain(end);
  const key = days === 0 ? 'deletedOnClosing' : 'deleted';
  expect(translate(locale, `requestIdentity:document.${key}`, { count: days })).toContain(end);
});

it.each(LOCALES)('the mail about a refused document requires nothing that the page does not offer (%s)', (locale) => {
  const byPage = translate(locale, 'mail:requestDocument.byPage');
  expect(identityDocumentMail(locale, 'requested', 30)).toContain(byPage);
  const refused = identityDocumentMail(locale, 'refused', 30);
  expect(refused).not.toContain(byPage);
  expect(refused).toContain(translate(locale, 'mail:requestDocument.next', { organization: 'โรงพยาบาลร่มเย็น' }));
});

// Decision 126: a guardian who acts from now on, an age, a user ID and an email are such corrections.
it.each(LOCALES)(
  'an answer is not released before everybody is confirmed again, whatever was corrected (%s)',
  (locale) => {
    const refusal = translate(locale, 'requestAnswer:refusal.unconfirmed');
    expect(refusal).not.toMatch(/email|อีเมล/);
    const { corrected, next } = {
      th: { corrected: 'มีการแก้ไข', next: 'ผู้ที่ต้องยืนยัน' },
      en: { corrected: 'was corrected', next: 'those who must confirm' },
    }[locale];
    expect(refusal).toContain(corrected);
    expect(refusal).toContain(next);
    expect(translate(locale, 'mail:requestReceived.confirmAgain')).toContain(corrected);
  },
);

// Design: 30 days of an access (section 30), 90 of an erasure (the Committee's notification), none for others.
it.each(LOCALES)(
  'the suggested record of rights promises for each right what the law sets, and no more (%s)',
  (locale) => {
    const text = translate(locale, 'completeness:form.suggestion', { controller: 'A', contact: 'B' });
    expect(text).toMatch(/30 (days|วัน)/);
    expect(text).toMatch(/90 (days|วัน)/);
    expect(text).not.toMatch(/as the law requires|ตามที่กฎหมายกำหนด/);
  },
);

it.each(LOCALES)('a guardian of somebody of 11 or older is said to be required by nothing (%s)', (locale) => {
  for (const key of ['requestEmbed:age.why', 'requestScreen:guardianMinor'])
    expect(translate(locale, key)).toMatch(/may require.*section 20|กฎหมายอาจ.*มาตรา 20/);
});

it.each(LOCALES)('tasks of an erasure name clause 7 and section 33 paragraph 3 (%s)', (locale) => {
  expect(translate(locale, 'requestTask:methodHelp.ERASE')).toMatch(/clause 7|ข้อ 7/);
  expect(translate(locale, 'requestTask:panel.publicData')).toMatch(/section 33 paragraph 3|มาตรา 33 วรรคสาม/);
});

it.each(LOCALES)(
  'who refuses a task reads which grounds are in no letter, and that some are no refusal (%s)',
  (locale) => {
    const text = translate(locale, 'requestTask:close.refuseBody');
    const silent = GROUND_CODES.filter((code) =>
      RIGHT_CODES.some((right) => groundsOf(right).some((one) => one.code === code) && !withholdingGround(right, code)),
    );
    expect(silent).toHaveLength(2);
    for (const code of silent) expect(text).toContain(`“${translate(locale, `request:ground.${code}`)}”`);
    expect(text).toContain(locale === 'th' ? 'ไม่ใช่การปฏิเสธสิทธิ' : 'not a refusal of the right');
  },
);

// One right may be closed while others go on; a request may be sent back before anybody approved it.
it('the activity log says no more than that rights were closed, and that a record changed after the request', () => {
  expect(translate('th', 'activityLog:event.request_rejected', { name: ' DSR-1 ' })).toContain('ปิดสิทธิในคำขอ DSR-1');
  expect(translate('en', 'activityLog:event.request_rejected', { name: ' DSR-1' })).toMatch(
    /^Rights of request DSR-1 /,
  );
  expect(translate('th', 'activityLog:event.approvalLine_reopened', { name: '' })).toContain('หลังส่งขออนุมัติ');
  expect(translate('en', 'activityLog:event.approvalLine_reopened', { name: '' })).toContain('the approval request');
});
