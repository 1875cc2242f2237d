import type { Trx } from '../../../db/client.ts';
import { isOfOfficer, noticeChanges } from '../../../shared/privacyNotice/drift.ts';
import type { DETAILS, NoticeDraft, NoticeKind } from '../../../shared/privacyNotice/draft.ts';
import { noticeProblems } from '../../../shared/privacyNotice/problems.ts';
import type { ApplicationOffer, Notice } from '../../../shared/privacyNotice/schema.ts';
import { noticeGaps, noticeParts, noticePoints, purposesOf } from '../../../shared/privacyNotice/text/notice.ts';
import type { PurposeFacts } from '../../../shared/privacyNotice/text/facts.ts';
import { rightsOwed } from '../../../shared/privacyNotice/text/sentences.ts';
import { RIGHT_CODES } from '../../../shared/dataRight/schema.ts';
import { LAWFUL_BASES } from '../../../shared/purpose/lawfulBasis.ts';
import { summaryOf, writtenParts } from '../../../shared/privacyNotice/write.ts';
import { lineOf, type NoticeLine } from './approval/line.ts';
import { draftHashes } from './approval/material.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { noticeRegister, type NoticeRegister } from './publishedRegister.ts';
import { groupsIn, noticeFacts, purposeFacts } from './register.ts';
import { versionParts } from './versionParts.ts';
import { findVersion } from './versionQueries.ts';

interface Composable {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly dataController: { readonly id: string };
  readonly draft: NoticeDraft;
  readonly publishedVersion: number;
}

type Composed = Pick<
  Notice,
  | 'parts'
  | 'summary'
  | 'points'
  | 'gaps'
  | 'problems'
  | 'applications'
  | 'applyingRights'
  | 'approval'
  | 'tellAgain'
  | 'officerChanged'
>;

/** The text of a notice from its draft and the published register, and what is missing. */
export async function composed(
  trx: Trx,
  ctx: Pick<WorkspaceContext, 'workspace' | 'deps'>,
  { id, kind, dataController, draft, publishedVersion: version }: Composable,
): Promise<Composed> {
  const workspaceId = ctx.workspace.id;
  const today = bangkokDay(ctx.deps.now());
  const [register, line, newest, known] = await Promise.all([
    noticeRegister(trx, workspaceId, dataController.id, today, draft),
    lineOf(trx, workspaceId, id),
    version > 0 ? findVersion(trx, workspaceId, id, { version }) : undefined,
    // What people were not informed of yet is owed together with what the draft changes.
    version > 0 ? findVersion(trx, workspaceId, id, { informedBefore: version + 1 }) : undefined,
  ]);
  const approval = line ? approvalOf(line, draftHashes(workspaceId, { id, kind, draft }, register)) : null;
  const facts = noticeFacts({ workspaceId, id, kind }, draft, register, publicAddress(ctx.deps.config));
  const parts = noticeParts(facts);
  const gaps = noticeGaps(facts);
  const owed = rightsOwed(purposesOf(facts));
  const written = writtenParts(parts, draft.edits);
  const changesSince = async (before: typeof newest) =>
    before ? noticeChanges(await versionParts(trx, workspaceId, before.content), written) : [];
  const changes = await changesSince(newest);
  const unknown = known?.version === newest?.version ? changes : await changesSince(known);
  return {
    parts: written,
    tellAgain: unknown.some((change) => change.tellAgain),
    officerChanged: isOfOfficer(changes),
    summary: summaryOf(facts),
    points: noticePoints(parts, gaps).map(({ keys, ...point }) => ({ ...point, keys: [...keys] })),
    gaps: gaps.map(({ title, ...gap }) => ({ ...gap, title: { th: title.th, en: title.en || title.th } })),
    problems: noticeProblems(draft, facts, { isApproved: approval?.approver != null, today }),
    approval,
    applications: offersOf(draft, register),
    applyingRights: RIGHT_CODES.filter((code) => owed.has(code)),
  };
}

/** The status of the line over a notice, and who approved its current content. */
function approvalOf(
  { lineId, number, status, recordSha256, approver }: NoticeLine,
  { current, former }: ReturnType<typeof draftHashes>,
): NonNullable<Notice['approval']> {
  const isCurrent = recordSha256 === current || recordSha256 === former;
  return {
    lineId,
    number,
    status,
    recordSha256,
    isCurrent,
    approver: status === 'APPROVED' && isCurrent ? approver : null,
  };
}

/** Section 26 data without an exemption rests on explicit consent. */
const isByExplicitConsent = ({ sensitiveData, exemptions }: PurposeFacts): boolean =>
  exemptions.length === 0 && sensitiveData.length > 0;

/**
 * Fields of a purpose that its bases, exemptions, data and recipients make necessary in the notice: by the facts from
 * which the text is written, since a data mapping may name other data than the purpose.
 */
const detailsOf = (purpose: PurposeFacts): (typeof DETAILS)[number][] => {
  const { bases, exemptions, sensitiveData, disclosed, controllers } = purpose;
  const isByLaw = sensitiveData.length > 0 && exemptions.includes('necessaryWithLaw');
  return [
    ...(bases.includes('publicTask') ? (['mandate'] as const) : []),
    ...(bases.includes('legitimateInterest') ? (['interest', 'whose'] as const) : []),
    ...(bases.includes('legalObligation') || isByLaw ? (['law'] as const) : []),
    ...(isByLaw ? (['letters'] as const) : []),
    ...(bases.includes('research') ? (['researchKinds', 'researchMeasures'] as const) : []),
    ...(bases.includes('consent') || isByExplicitConsent(purpose) ? (['withdrawalEffect'] as const) : []),
    ...(disclosed || controllers.length > 0 ? (['recipientKinds'] as const) : []),
  ];
};

/** Choices from the applications of a draft, in its order. */
function offersOf(draft: NoticeDraft, register: NoticeRegister): ApplicationOffer[] {
  const published = new Map(register.applications.map((application) => [application.id, application]));
  return draft.applications.map((chosen) => {
    const { id } = chosen;
    const found = published.get(id);
    const contents = found?.purposes.map(({ content }) => content) ?? [];
    const bases = new Set(contents.flatMap((content) => content.lawfulBases));
    return {
      id,
      name: found?.name ?? register.names.get(id) ?? '',
      version: found?.version ?? 0,
      groups: found ? groupsIn(found) : [],
      bases: LAWFUL_BASES.filter((basis) => bases.has(basis)),
      purposes: (found?.purposes ?? []).map((purpose) => {
        const facts = purposeFacts(found!, purpose, chosen, draft, register);
        return {
          id: purpose.id,
          title: purpose.content.title,
          sensitive: facts.sensitiveData.length > 0,
          children: facts.children,
          details: detailsOf(facts),
        };
      }),
    };
  });
}
