import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, Menu, type MenuItem } from '../ui/index.ts';

/** The other actions of a record, as a menu; nothing without any. */
export function MoreMenu({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation('ui');
  if (items.length === 0) return null;
  return (
    <Menu
      items={items}
      trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
    />
  );
}
