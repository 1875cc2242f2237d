import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/layout.tsx';
import { useSession } from '../session.tsx';
import { OwnWay, useManageButton } from './OwnWay.tsx';
import { SupportContacts } from './SupportContacts.tsx';
import type { ShellDialogProps } from './ShellDialogs.tsx';

/** A part that the workspace's package does not include: how to get it. */
export default function Sale({ open, onClose, name = '' }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const { workspace, config } = useSession();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('sale.title', { name })}
      width={520}
      footer={useManageButton(onClose)}
    >
      <Text>{t('sale.body', { tier: workspace.tier, workspace: workspace.name })}</Text>
      <OwnWay />
      <SupportContacts support={config.support} />
    </Dialog>
  );
}
