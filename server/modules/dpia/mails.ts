import { dpiaAddress } from '../../../shared/dpia/addresses.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

/** Reminds that the review of a published assessment is near, or overdue. */
export function reviewMail(
  config: PublicConfig,
  reader: MailAddressee,
  {
    id,
    workspaceId,
    variant,
    name,
    workspace,
    isOverdue,
    dueAt,
  }: {
    id: string;
    workspaceId: string;
    variant: DpiaVariant;
    name: string;
    workspace: string;
    isOverdue: boolean;
    dueAt: Date;
  },
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
      action: {
        label: t('action'),
        url: linkTo(config, reader.locale, dpiaAddress(variant, id, { workspace: workspaceId })),
      },
    }),
  );
}
