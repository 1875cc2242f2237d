import { recordAddress } from '../../../shared/registry/entities.ts';
import { type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

/** Says that a scheduled export was not delivered, and what the IT administrator can do. */
export function failureMail(
  config: PublicConfig,
  reader: MailAddressee,
  { id, name, workspace, problem }: { id: string; name: string; workspace: string; problem: Problem },
): Mail {
  const { locale } = reader;
  const values = { name, workspace, code: PROBLEMS[problem].code };
  const t = (key: string) => translate(locale, `schedule:${key}`, values);
  return addressed(
    'scheduleFailed',
    reader,
    composeLetter({
      ...reader,
      subject: t('mail.subject'),
      paragraphs: [
        t(problem === 'hostKeyChanged' ? 'mail.stopped' : 'mail.lead'),
        `${values.code}: ${t(`problem.${problem}.title`)} ${t(`problem.${problem}.action`)}`,
        t('mail.pass'),
      ],
      action: { label: t('mail.action'), url: linkTo(config, locale, recordAddress('schedule', id)) },
    }),
  );
}
