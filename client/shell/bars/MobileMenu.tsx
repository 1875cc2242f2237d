import { Menu as MenuIcon } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { Drawer, useDialog } from '../../ui/Dialog.tsx';
import { laterPart } from '../../ui/laterPart.ts';

const Content = laterPart(() => import('./MobileContent.tsx'));

/** The hamburger, and the menu from the left behind it: language, workspace, user menu and collapsible groups. */
export function MobileMenu() {
  const { t } = useTranslation('shell');
  const drawer = useDialog();
  return (
    <>
      <IconButton
        label={t('nav.open')}
        noTooltip
        icon={<MenuIcon aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={drawer.open}
        onClick={drawer.show}
      />
      <Drawer {...drawer.props} title={t('nav.mobile')}>
        <Suspense fallback={null}>
          <Content onChosen={drawer.close} />
        </Suspense>
      </Drawer>
    </>
  );
}
