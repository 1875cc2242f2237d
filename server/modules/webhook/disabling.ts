import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { activeIds } from '../../platform/auth/personnel.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';
import { type MailReader, readersOf, workspaceName } from '../../platform/mail/readers.ts';

/** Why the system disables a webhook: its receiver accepts nothing, or answers that the address is no longer used. */
export type DisableReason = 'refused' | 'abandoned';

/** Those who can manage webhooks. */
export const managersOf = (trx: Trx, { workspaceId }: Actor): Promise<string[]> =>
  activeIds(trx, workspaceId, rolesWith('workspace.manage'));

interface Disabled {
  readonly id: string;
  readonly name: string;
  readonly reason: DisableReason;
}

/** Notifies people by mail that a webhook is disabled. */
export async function mailDisabled(
  trx: Trx,
  actor: WithDeps,
  webhook: Disabled,
  personnelIds: readonly string[],
): Promise<void> {
  const { deps, workspaceId } = actor;
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, personnelIds))
    await deps.mailer.enqueue(trx, {
      ...mailOf(deps.config, reader, { ...webhook, workspaceId, workspace }),
      workspaceId,
    });
}

function mailOf(
  config: PublicConfig,
  reader: MailReader,
  { id, workspaceId, name, workspace, reason }: Disabled & { workspaceId: string; workspace: string },
): Mail {
  const t = (key: string) => translate(reader.locale, `webhook:mail.${key}`, { name, workspace });
  return addressed(
    'webhookDisabled',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t(`lead.${reason}`), t('effect'), t('next')],
      action: {
        label: t('action'),
        url: recordLink(config, reader, 'webhook', { id, workspaceId }),
      },
    }),
  );
}
