import type { Trx } from '../../../db/client.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { statesWith, targetsOf } from '../../../shared/status.ts';
import { deliveryStatus } from '../../../shared/webhook/status.ts';
import { systemActor } from '../../platform/actor.ts';
import { translate } from '../../platform/i18n.ts';
import { emit } from '../../platform/live/emit.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';
import { type MailReader, readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';

/** Why the system turns a webhook off: its receiver accepts nothing, or answers that the address is no longer used. */
export type OffReason = 'refused' | 'abandoned';

const [GIVEN_UP] = targetsOf(deliveryStatus.waiting.giveUp!);

/** Turns a webhook off, ends its waiting deliveries, and notifies those who can manage webhooks by bell and mail. */
export async function turnOff(
  deps: Deps,
  trx: Trx,
  { workspaceId, id, reason, at }: { workspaceId: string; id: string; reason: OffReason; at: Date },
): Promise<void> {
  const off = await trx
    .updateTable('webhooks')
    .set((eb) => ({ state: 'disabled', updatedAt: at, rowVersion: eb('rowVersion', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returning('name')
    .executeTakeFirst();
  if (!off) return;
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: GIVEN_UP, nextAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('webhookId', '=', id)
    .where('status', 'in', statesWith(deliveryStatus, 'giveUp'))
    .execute();
  const people = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', [...rolesWith('workspace.manage')])
    .orderBy('id')
    .execute();
  const personnelIds = people.map((person) => person.id);
  const actor = systemActor(deps, workspaceId, at);
  await emit(trx, actor, { event: 'webhook.disabled', entityId: id, subject: off.name, notify: personnelIds });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, personnelIds)) {
    const mail = offMail(deps.config, reader, { id, name: off.name, workspace, reason });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId });
  }
}

function offMail(
  config: PublicConfig,
  reader: MailReader,
  { id, name, workspace, reason }: { id: string; name: string; workspace: string; reason: OffReason },
): Mail {
  const t = (key: string) => translate(reader.locale, `webhook:mail.${key}`, { name, workspace });
  return addressed(
    'webhookDisabled',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t(`lead.${reason}`), t('effect'), t('next')],
      action: { label: t('action'), url: linkTo(config, reader.locale, recordAddress('webhook', id)) },
    }),
  );
}
