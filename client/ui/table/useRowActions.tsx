import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../Menu.tsx';

/** An address, or a function. */
type Deed = string | (() => void);
const deed = (to: Deed) => (typeof to === 'string' ? { href: to } : { onSelect: to });

/** Actions on a row of most lists. @example const { edit, remove } = useRowActions(); [edit(href), remove(ask)] */
export function useRowActions(): Record<'edit' | 'open' | 'remove', (to: Deed) => MenuItem> {
  const { t } = useTranslation('common');
  return {
    edit: (to) => ({ key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, ...deed(to) }),
    open: (to) => ({ key: 'open', label: t('open'), icon: <Eye aria-hidden />, ...deed(to) }),
    remove: (to) => ({
      key: 'remove',
      label: t('remove'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      separated: true,
      ...deed(to),
    }),
  };
}
