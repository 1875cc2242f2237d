import type { Bilingual } from '../../../shared/text.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

/** Warns that the date of a treatment plan is near, or has passed. `leftMs` below zero: overdue. */
export function planClockMail(
  config: PublicConfig,
  reader: MailAddressee,
  plan: { id: string; workspaceId: string; title: Bilingual; workspace: string; leftMs: number; dueAt: Date },
): Mail {
  const { id, workspaceId, title, workspace, leftMs, dueAt } = plan;
  const state = leftMs < 0 ? 'overdue' : 'dueSoon';
  const values = { plan: title[reader.locale] || title.th, workspace, due: timeText(reader.locale, dueAt) };
  const t = (key: string) => translate(reader.locale, `mail:treatmentPlan.${key}`, values);
  return addressed(
    state === 'overdue' ? 'treatmentPlanOverdue' : 'treatmentPlanDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), t('due')],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'treatmentPlan', { id, workspaceId }),
      },
    }),
  );
}
