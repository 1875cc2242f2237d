import { dayText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

interface NamedNotice {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Name of the workspace. */
  readonly workspace: string;
}

/** Reminds that the review of a published notice is near, or overdue. */
export function reviewMail(
  config: PublicConfig,
  reader: MailAddressee,
  { id, workspaceId, name, workspace, isOverdue, dueAt }: NamedNotice & { isOverdue: boolean; dueAt: Date },
): Mail {
  const state = isOverdue ? 'overdue' : 'dueSoon';
  const values = { notice: name, workspace, due: timeText(reader.locale, dueAt) };
  const t = (key: string) => translate(reader.locale, `mail:noticeReview.${key}`, values);
  return addressed(
    isOverdue ? 'noticeReviewOverdue' : 'noticeReviewDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), t('due')],
      action: { label: t('action'), url: recordLink(config, reader, 'privacyNotice', { id, workspaceId }) },
    }),
  );
}

/** Notifies that a version which was published in advance is in force from this day on. `effectiveOn`: YYYY-MM-DD. */
export function effectiveMail(
  config: PublicConfig,
  reader: MailAddressee,
  { id, workspaceId, name, workspace, version, effectiveOn }: NamedNotice & { version: number; effectiveOn: string },
): Mail {
  const values = { notice: name, workspace, version, day: dayText(reader.locale, effectiveOn) };
  const t = (key: string) => translate(reader.locale, `mail:noticeInForce.${key}`, values);
  return addressed(
    'noticeInForce',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead'), t('copies')],
      action: { label: t('action'), url: recordLink(config, reader, 'privacyNotice', { id, workspaceId }) },
    }),
  );
}
