import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/layout.tsx';
import { useCan, useSession } from '../session.tsx';
import { SupportContacts } from './SupportContacts.tsx';
import type { ShellDialogProps } from './ShellDialogs.tsx';

/** A part that the workspace's package does not include: how to get it. */
export default function Sale({ open, onClose, name = '' }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const { workspace, config } = useSession();
  const manages = useCan('workspace.manage');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('sale.title', { name })}
      width={520}
      footer={
        manages && (
          <LinkButton href={pageAddress('workspaces')} onClick={onClose}>
            {t('sale.manage')}
          </LinkButton>
        )
      }
    >
      <Text>{t('sale.body', { tier: workspace.tier, workspace: workspace.name })}</Text>
      <Text mt="2" color="muted" textStyle="dense">
        {t('sale.own')}
      </Text>
      <SupportContacts support={config.support} />
    </Dialog>
  );
}
