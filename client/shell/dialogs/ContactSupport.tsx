import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/layout.tsx';
import { useSession } from '../session.tsx';
import { OwnWay, useManageButton } from './OwnWay.tsx';
import { SupportContacts } from './SupportContacts.tsx';
import type { ShellDialogProps } from './ShellDialogs.tsx';

/** Contacts of support; opened from the user menu, and by a menu entry whose flag is off. */
export default function ContactSupport({ open, onClose, name }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const { config } = useSession();
  const manage = useManageButton(onClose);
  return (
    <Dialog open={open} onClose={onClose} title={t('support.title')} width={480} footer={name && manage}>
      <Text>{name ? t('support.gated', { name }) : t('support.body')}</Text>
      {name && <OwnWay />}
      <SupportContacts support={config.support} />
    </Dialog>
  );
}
