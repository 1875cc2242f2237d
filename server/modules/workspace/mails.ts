import { pageAddress } from '../../../shared/registry/addresses.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';
import type { MailReader } from '../../platform/mail/readers.ts';

/** Steps of a deletion that Admins are notified of. */
export type DeletionStep = 'requested' | 'reminded' | 'undone';

/** Notifies an Admin about the deletion of a workspace, and until when it can be undone. */
export function deletionMail(
  config: PublicConfig,
  reader: MailReader,
  step: { kind: DeletionStep; workspace: { id: string; name: string }; by: string; dueAt: Date },
): Mail {
  const { locale } = reader;
  const { kind, workspace, by, dueAt } = step;
  const t = (key: string) =>
    translate(locale, `mail:workspaceDeletion.${key}`, {
      workspace: workspace.name,
      name: by,
      dueAt: timeText(locale, dueAt),
    });
  const letter = composeLetter({
    locale,
    name: reader.name,
    subject: t(`${kind}.subject`),
    paragraphs: [t(`${kind}.lead`)],
    action: {
      label: t('action'),
      url: linkTo(config, locale, pageAddress('workspaces', { workspace: workspace.id })),
    },
    notes: kind === 'undone' ? [] : [t('undo'), t('retention')],
  });
  return addressed(`workspaceDeletion.${kind}`, reader, letter);
}
