import { requestReference } from '../../../shared/request/reference.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

/** Warns that the time to answer rights is running out, or is over. `leftMs` below zero: overdue. */
export function requestClockMail(
  config: PublicConfig,
  reader: MailAddressee,
  request: {
    id: string;
    workspaceId: string;
    number: number;
    rights: readonly Bilingual[];
    workspace: string;
    leftMs: number;
    dueAt: Date;
    ofAct: boolean;
  },
): Mail {
  const { id, workspaceId, number, rights, workspace, leftMs, dueAt, ofAct } = request;
  const state = leftMs < 0 ? 'overdue' : 'dueSoon';
  const names = rights.map((right) => `“${right[reader.locale] || right.th}”`);
  const values = {
    number: requestReference(number),
    count: rights.length,
    rights: new Intl.ListFormat(reader.locale === 'th' ? 'th' : 'en-GB').format(names),
    workspace,
    due: timeText(reader.locale, dueAt),
  };
  const t = (key: string) => translate(reader.locale, `mail:requestClock.${key}`, values);
  return addressed(
    state === 'overdue' ? 'requestOverdue' : 'requestDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: t(`${state}.subject`),
      paragraphs: [t(`${state}.lead`), t(ofAct ? 'dueByAct' : 'due')],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'request', { id, workspaceId }),
      },
    }),
  );
}
