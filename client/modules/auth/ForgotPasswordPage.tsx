import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { email } from '../../../shared/text.ts';
import { trpc } from '../../trpc.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { EmailField, Form, FormFailure } from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { ProviderAlone, SubmitButton } from './LoginPage.tsx';

const schema = z.object({ email });

/** Requests a link to set a new password; the answer is the same for every address. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const request = trpc.auth.requestPasswordReset.useMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (config.isPending) return <FullPageLoader />;
  if (config.data?.oidc?.only) return <ProviderAlone name={config.data.oidc.name} />;
  if (sentTo) {
    return (
      <chakra.div role="status">
        <chakra.div color="ok" mb="3">
          <MailCheck size={36} aria-hidden />
        </chakra.div>
        <AuthHead title={t('signIn:sentTitle')} lead={t('signIn:sentBody', { email: sentTo })} />
        {config.data?.devMail && <Banner tone="info">{t('signIn:sentDev')}</Banner>}
        <LinkButton href={pageAddress('login')} mt="6">
          {t('signIn:backToLogin')}
        </LinkButton>
      </chakra.div>
    );
  }
  return (
    <>
      <AuthHead title={t('signIn:forgotTitle')} lead={t('signIn:forgotLead')} />
      <Form
        schema={schema}
        defaultValues={{ email: '' }}
        label={t('signIn:forgotTitle')}
        unguarded
        onSubmit={async (values) => {
          await request.mutateAsync(values);
          setSentTo(values.email);
        }}
      >
        <EmailField name="email" label={t('signIn:email')} required autoComplete="username" />
        <FormFailure />
        <SubmitButton>{t('signIn:sendLink')}</SubmitButton>
      </Form>
      <chakra.p mt="5" textAlign="center">
        <Link href={pageAddress('login')}>{t('signIn:backToLogin')}</Link>
      </chakra.p>
    </>
  );
}
