import { dayText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

/** Reminds of the review of a record of processing. */
export function reviewMail(
  config: PublicConfig,
  reader: MailAddressee,
  application: {
    id: string;
    workspaceId: string;
    name: string;
    workspace: string;
    reviewOn: string;
    isOverdue: boolean;
  },
): Mail {
  const { id, workspaceId, name, workspace, reviewOn, isOverdue } = application;
  const state = isOverdue ? 'overdue' : 'due';
  const values = { name, workspace, day: dayText(reader.locale, reviewOn) };
  const t = (key: string) => translate(reader.locale, `mail:review.${key}`, values);
  return addressed(
    isOverdue ? 'application.reviewOverdue' : 'application.reviewDue',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), t('what')],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'application', { id, workspaceId }),
      },
    }),
  );
}
