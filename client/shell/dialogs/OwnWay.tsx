import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Text } from '../../ui/layout.tsx';
import { useCan, useSession } from '../session.tsx';

/** Where sign-up is open, only the operator sets plans and flags (server/modules/workspace). */
const useIsOwn = (): boolean => useSession().config.signup !== 'open';

/** States that an Admin can turn a part on, where that is so. */
export function OwnWay() {
  const { t } = useTranslation('shell');
  return useIsOwn() ? (
    <Text mt="2" color="muted" textStyle="dense">
      {t('sale.own')}
    </Text>
  ) : null;
}

/** The link to where an Admin does that; `null` for others. */
export function useManageButton(onChosen: () => void): ReactNode {
  const { t } = useTranslation('shell');
  const manages = useCan('workspace.manage');
  return useIsOwn() && manages ? (
    <LinkButton href={pageAddress('workspaces')} onClick={onChosen}>
      {t('sale.manage')}
    </LinkButton>
  ) : null;
}
