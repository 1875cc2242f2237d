import { DETAIL_FIELDS, type NoticeDraft } from './draft.ts';
import { type NoticeFacts } from './text/facts.ts';
import { purposesOf } from './text/notice.ts';

interface Problem {
  path: (string | number)[];
  key: string;
}

interface Surroundings {
  /** Whether an approval line has approved the draft as it reads. */
  readonly isApproved: boolean;
  /** YYYY-MM-DD in Bangkok: the next review lies on it or after it, except as it was approved. */
  readonly today: string;
}

/** What publishing misses of the draft itself, by field. What the register leaves open is in the gaps. */
export function noticeProblems(draft: NoticeDraft, facts: NoticeFacts, { isApproved, today }: Surroundings): Problem[] {
  const problems: Problem[] = [];
  const need = (isThere: boolean, path: (string | number)[], key = 'errors:required') => {
    if (!isThere) problems.push({ path, key });
  };
  const published = new Map(facts.applications.map((application) => [application.id, application]));
  need(draft.organization.name.th !== '', ['organization', 'name', 'th']);
  need(draft.organization.name.en !== '', ['organization', 'name', 'en']);
  // A data protection officer need not be named (section 41); one who is can be reached (section 23(5)).
  if (draft.dpo.name || draft.dpo.phone) need(draft.dpo.email !== '', ['dpo', 'email']);
  if (draft.dpo.name || draft.dpo.email) need(draft.dpo.phone !== '', ['dpo', 'phone']);
  if (!draft.dpo.sameAddress) need(draft.dpo.address !== '', ['dpo', 'address']);
  need(draft.applications.length > 0, ['applications'], 'privacyNotice:noApplication');
  draft.applications.forEach(({ id }, index) => {
    const found = published.get(id);
    need(found !== undefined, ['applications', index], 'privacyNotice:notPublished');
    // Whoever is responsible is named once, for all of them (section 23(5)).
    const isOwn = !found || found.dataControllerId === facts.controller.id;
    need(isOwn, ['applications', index], 'privacyNotice:otherController');
  });
  need(draft.ageAcknowledged, ['ageAcknowledged'], 'privacyNotice:acknowledgeAge');
  need(draft.sensitiveAcknowledged, ['sensitiveAcknowledged'], 'privacyNotice:acknowledgeSensitive');
  for (const list of ['rights', 'measures'] as const)
    draft[list].custom.forEach(({ th, en }, index) => {
      need(th !== '', [list, 'custom', index, 'th']);
      need(en !== '', [list, 'custom', index, 'en']);
    });
  draft.elsewhere.forEach(({ reason }, index) => {
    need(facts.elsewhere[index]?.isInForce === true, ['elsewhere', index, 'noticeId'], 'privacyNotice:elsewhereAway');
    need(reason !== '', ['elsewhere', index, 'reason']);
  });
  const purposeIds = new Set(purposesOf(facts).map(({ id }) => id));
  draft.provisions.forEach(({ purposeId, required, consequence }, index) => {
    if (!required || !purposeIds.has(purposeId)) return;
    need(consequence.th !== '', ['provisions', index, 'consequence', 'th']);
    need(consequence.en !== '', ['provisions', index, 'consequence', 'en']);
  });
  draft.provisions.forEach((provision, index) => {
    if (!purposeIds.has(provision.purposeId)) return;
    for (const field of DETAIL_FIELDS)
      if (provision[field].th !== '') need(provision[field].en !== '', ['provisions', index, field, 'en']);
  });
  // An approval line names who approved it.
  if (!isApproved) {
    need(draft.approver.name !== '', ['approver', 'name']);
    need(draft.approver.position !== '', ['approver', 'position']);
  }
  // A date that has passed since the approval is part of what was approved; another would need a new approval.
  const isToCome = draft.reviewOn === null || draft.reviewOn >= today;
  need(isApproved || isToCome, ['reviewOn'], 'privacyNotice:reviewPassed');
  return problems;
}
