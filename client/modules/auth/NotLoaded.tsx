import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { messageOf } from '../../shell/errors.ts';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { chakra } from '../../ui/layout.tsx';

/** Nothing is known of what a link leads to: the same call may succeed. */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'signIn', 'ui']);
  return (
    <>
      <AuthHead title={t('error.generalTitle')} lead={messageOf(error)} />
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button look="main" onClick={onRetry}>
          {t('ui:retry')}
        </Button>
        <LinkButton href={pageAddress('login')}>{t('signIn:backToLogin')}</LinkButton>
      </chakra.div>
    </>
  );
}
