import { useTranslation } from 'react-i18next';
import type { ApplicationAllowance } from '../../../shared/application/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useShellDialog } from '../../shell/dialogs/ShellDialogs.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { Button, type EmptyStateProps, LinkButton, useFormat } from '../../ui/index.ts';

/** Why no application can be added, and who does what about it; null while one can, or while that is not known. */
export function useCannotAdd(allowance: ApplicationAllowance | undefined): EmptyStateProps | null {
  const { t } = useTranslation('recordScreen');
  const canAddController = useCan('organization.write');
  const full = useFull(allowance?.limit ?? 0);
  if (!allowance) return null;
  if (!allowance.hasDataController)
    return canAddController
      ? {
          title: t('application.noController'),
          body: t('application.noControllerBody'),
          action: (
            <LinkButton look="main" href={pageAddress('dataControllers')}>
              {t('application.addController')}
            </LinkButton>
          ),
        }
      : { title: t('application.noController'), body: t('application.noControllerAsk') };
  return allowance.limit !== null && allowance.used >= allowance.limit ? full : null;
}

/** The plan's limit is reached: Admins change the plan, unless the operator sets it. */
function useFull(limit: number): EmptyStateProps {
  const { t } = useTranslation(['recordScreen', 'shell']);
  const { number } = useFormat();
  const { config } = useSession();
  const openDialog = useShellDialog();
  const setsPlan = useCan('workspace.manage');
  const title = t('application.limit', { limit: number(limit) });
  if (!setsPlan) return { title, body: t('application.limitAsk') };
  return config.signup === 'open'
    ? {
        title,
        body: t('application.limitSupport'),
        action: <Button onClick={() => openDialog({ kind: 'support' })}>{t('shell:error.gatedContact')}</Button>,
      }
    : {
        title,
        body: t('application.limitChange'),
        action: <LinkButton href={pageAddress('workspaces')}>{t('shell:sale.manage')}</LinkButton>,
      };
}
