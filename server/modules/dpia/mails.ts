import { recordAddress } from '../../../shared/registry/entities.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail, type MailAddressee, timeText } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

/** Reminds that the review of a published assessment is near, or overdue. */
export function reviewMail(
  config: PublicConfig,
  reader: MailAddressee,
  {
    id,
    name,
    workspace,
    isOverdue,
    dueAt,
  }: { id: string; name: string; workspace: string; isOverdue: boolean; dueAt: Date },
): Mail {
  const state = isOverdue ? 'overdue' : 'dueSoon';
  const values = { assessment: name, workspace, due: timeText(reader.locale, dueAt) };
  const t = (key: string) => translate(reader.locale, `mail:dpiaReview.${key}`, values);
  return addressed(
    isOverdue ? 'dpiaReviewOverdue' : 'dpiaReviewDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), t('due')],
      action: { label: t('action'), url: linkTo(config, reader.locale, recordAddress('dpia', id)) },
    }),
  );
}
