import { ChakraProvider } from '@chakra-ui/react';
import i18next from 'i18next';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { pendingLine } from '../../client/modules/approvalLine/act/useDecision.ts';
import { CheckedLine } from '../../client/modules/approvalLine/check/CheckedLine.tsx';
import { codeIn, sha256Of } from '../../client/modules/approvalLine/check/fileHash.ts';
import { verdictOf } from '../../client/modules/approvalLine/check/FileVerdict.tsx';
import { askHref } from '../../client/modules/approvalLine/words.tsx';
import { system } from '../../client/theme.ts';
import type { ApprovalCheck, ApprovalLine, ApprovalStep, StepStatus } from '../../shared/approvalLine/schema.ts';
import type { ReportType } from '../../shared/approvalLine/subject.ts';
import words from '../../shared/locales/en/approvalCheck.ts';

const CODE = 'MbviIfYkhRt4qNbSPap-mQSBS0hdiHQB';
const person = (id: string) => ({ id, name: `Person ${id}`, position: '' });
const step = (position: number, status: StepStatus, round = 1): ApprovalStep => ({
  round,
  position,
  approver: person(String(position)),
  status,
  actedBy: null,
  delegate: null,
  comment: '',
  since: null,
  actedAt: null,
  remindedAt: null,
});
const line = (...steps: StepStatus[]) =>
  ({
    round: 1,
    status: steps.includes('APPROVED') ? 'PENDING' : 'NEW',
    history: steps.map((status, index) => step(index + 1, status)),
    approvedSteps: steps.filter((status) => status === 'APPROVED').length,
    steps: steps.length,
    yourTurn: true,
    allowed: ['approve'],
    current: null,
    decidedAt: null,
  }) as unknown as ApprovalLine;
const statuses = ({ history }: ApprovalLine) => history.map(({ status }) => status);

describe('a line displayed as decided before the server has responded', () => {
  it('moves on to the next approver', () => {
    const after = pendingLine(line('CURRENT', 'WAITING'), 'approve', 'ok', person('1'));
    expect(statuses(after)).toEqual(['APPROVED', 'CURRENT']);
    expect(after).toMatchObject({
      status: 'PENDING',
      approvedSteps: 1,
      yourTurn: false,
      allowed: [],
      current: { approver: person('2') },
    });
  });

  it('is approved by the last one, also if there is only one', () => {
    expect(pendingLine(line('APPROVED', 'CURRENT'), 'approve', '', person('2'))).toMatchObject({
      status: 'APPROVED',
      approvedSteps: 2,
      current: null,
      decidedAt: expect.any(String),
    });
    expect(pendingLine(line('CURRENT'), 'approve', '', person('1')).status).toBe('APPROVED');
  });

  it('asks nobody any more once it is sent back or rejected', () => {
    const back = pendingLine(line('APPROVED', 'CURRENT', 'WAITING'), 'rework', 'why', person('2'));
    expect(statuses(back)).toEqual(['APPROVED', 'REWORKED', 'SKIPPED']);
    expect(back).toMatchObject({ status: 'REWORKED', current: null, decidedAt: null });
    expect(pendingLine(line('CURRENT'), 'reject', 'why', person('1'))).toMatchObject({
      status: 'REJECTED',
      decidedAt: expect.any(String),
    });
  });

  it('names the substitute', () => {
    expect(pendingLine(line('CURRENT'), 'approve', '', person('9')).history[0]!.actedBy).toMatchObject({ id: '9' });
    expect(pendingLine(line('CURRENT'), 'approve', '', person('1')).history[0]!.actedBy).toBeNull();
  });

  it('does not change previous rounds', () => {
    const two = { ...line('CURRENT'), round: 2, history: [step(1, 'REWORKED', 1), step(1, 'CURRENT', 2)] };
    expect(statuses(pendingLine(two, 'approve', '', person('1')))).toEqual(['REWORKED', 'APPROVED']);
  });
});

describe('the verification page', () => {
  it('finds the code in pasted text', () => {
    for (const text of [
      CODE,
      ` ${CODE}\n`,
      `https://a.example/approval-check#code=${CODE}`,
      `https://a.example/en/approval-check#code=${CODE}`,
    ])
      expect(codeIn(text), text).toBe(CODE);
    for (const text of ['', 'short', `${CODE}!`, 'https://a.example/approval-check', 'A'.repeat(41)])
      expect(codeIn(text), text).toBeNull();
  });

  it('calls what was approved an application or a notice', async () => {
    await i18next.use(initReactI18next).init({
      lng: 'en',
      resources: { en: { approvalCheck: words } },
    } as Parameters<typeof i18next.init>[0]);
    const labelOf = (reportType: ReportType) => {
      const approval = { reportType, applicationName: 'NAME', version: 1, fromDraft: false, status: 'NEW', steps: [] };
      const html = renderToStaticMarkup(
        createElement(
          ChakraProvider,
          { value: system } as ComponentProps<typeof ChakraProvider>,
          createElement(CheckedLine, { approval: approval as unknown as ApprovalCheck }),
        ),
      );
      return /([^<>]+)<\/dt>(?:<[^>]+>)+NAME/.exec(html)?.[1];
    };
    expect(labelOf('ROPA')).toBe('Application');
    expect(labelOf('NOTICE')).toBe('Privacy notice');
  });

  it('calculates the hash of a file', async () => {
    expect(await sha256Of(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('distinguishes approved, changed since, not approved and another document', () => {
    const hash = 'ab'.repeat(32);
    const round = (number: number, sha256: string, approvedAt: string | null) => ({
      round: number,
      sha256,
      version: 1,
      fromDraft: false,
      requestedAt: '2026-11-19T00:00:00Z',
      approvedAt,
    });
    const approval = (
      status: 'APPROVED' | 'PENDING' | 'REWORKED' | 'CANCEL',
      reopenedAt: string | null = null,
      steps: StepStatus[] = ['APPROVED'],
      outdated = false,
    ) => ({
      status,
      reopenedAt,
      outdated,
      sha256: hash,
      earlier: [
        round(3, 'ee'.repeat(32), null),
        round(2, 'cc'.repeat(32), null),
        round(1, 'cc'.repeat(32), '2026-11-20T00:00:00Z'),
      ],
      steps: steps.map((one, index) => ({ position: index + 1, jobTitle: '', status: one, actedAt: null })),
    });
    expect(verdictOf(approval('APPROVED'), hash.toUpperCase())).toBe('ok');
    expect(verdictOf(approval('APPROVED'), 'cd'.repeat(32))).toBe('other');
    expect(verdictOf(approval('REWORKED', '2026-11-21T00:00:00Z'), hash)).toBe('changed');
    // Revoked before all had approved: it was never an approved document.
    expect(verdictOf(approval('REWORKED', '2026-11-21T00:00:00Z', ['APPROVED', 'SKIPPED']), hash)).toBe('waiting');
    expect(verdictOf(approval('PENDING', null, ['APPROVED', 'CURRENT']), hash)).toBe('waiting');
    expect(verdictOf(approval('CANCEL', null, ['SKIPPED']), hash)).toBe('waiting');
    // A deleted application leaves its line approved, as a document whose record no longer exists.
    expect(verdictOf(approval('APPROVED', '2026-11-21T00:00:00Z', ['APPROVED'], true), hash)).toBe('changed');
    expect(verdictOf(approval('APPROVED', null, ['APPROVED'], true), hash)).toBe('outdated');
    expect(verdictOf(approval('PENDING', null, ['APPROVED', 'CURRENT'], true), hash)).toBe('waiting');
    // The document of an earlier round is a document of this request, whatever became of the round.
    expect(verdictOf(approval('PENDING'), 'CC'.repeat(32))).toBe('approvedEarlier');
    expect(verdictOf(approval('APPROVED'), 'ee'.repeat(32))).toBe('submittedEarlier');
    // The same file again, after its approval was revoked.
    const again = { ...approval('PENDING', null, ['CURRENT']), earlier: [round(1, hash, '2026-11-20T00:00:00Z')] };
    expect(verdictOf(again, hash)).toBe('approvedEarlier');
  });

  it('links to a request for the same kind of document', () => {
    const subject = { subjectId: '0190' };
    expect(askHref({ ...subject, reportType: 'ROPA' })).not.toContain('kind');
    expect(askHref({ ...subject, reportType: 'DPIA' })).toContain('kind=DPIA');
    expect(askHref({ ...subject, reportType: 'NOTICE' })).toContain('kind=NOTICE');
  });
});
