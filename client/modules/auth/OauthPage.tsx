import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { OAUTH_START } from '../../../shared/auth/schema.ts';
import { safeNext } from '../../../shared/registry/routeMatch.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { useLocale } from '../../ui/useFormat.ts';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';

/** Sign-in through the organisation's own OpenID Connect provider, when one is configured. */
export default function OauthPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const locale = useLocale();
  const next = safeNext(new URLSearchParams(useSearch()).get('next'));
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  if (config.isPending) return <SkeletonText lines={4} />;
  const provider = config.data?.oidc;
  return (
    <>
      <AuthHead
        title={t('signIn:oauthTitle')}
        lead={provider ? t('signIn:oauthLead', { name: provider.name }) : t('signIn:oauthNone')}
      />
      {provider && (
        <chakra.a href={`${OAUTH_START}?${new URLSearchParams({ locale, ...(next && { next }) })}`} display="block">
          <Button as="span" look="main" size="lg" block>
            {t('signIn:oauthGo', { name: provider.name })}
          </Button>
        </chakra.a>
      )}
      <chakra.p mt="5" textAlign="center">
        <Link href={pageAddress('login')}>{t('signIn:backToLogin')}</Link>
      </chakra.p>
    </>
  );
}
