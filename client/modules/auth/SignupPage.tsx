import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { signUpInput } from '../../../shared/auth/schema.ts';
import { trpc } from '../../trpc.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmailField, Form, PasswordField, TextField } from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { SupportContacts } from '../../shell/dialogs/SupportContacts.tsx';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { FormFailure } from './FormFailure.tsx';
import { SubmitButton } from './LoginPage.tsx';
import { useSignedIn } from './useSignedIn.ts';

/** An organisation with its first workspace and first Admin. Can be closed by configuration. */
export default function SignupPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { t: pages } = useTranslation('pages');
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const signUp = trpc.auth.signUp.useMutation();
  const enter = useSignedIn();
  if (config.isPending) return <FullPageLoader />;
  if (config.data?.signup === 'closed') {
    return (
      <>
        <AuthHead title={t('signIn:signupClosed')} lead={t('signIn:signupClosedBody')} />
        <SupportContacts support={config.data.support} />
        <LinkButton href={pageAddress('login')} mt="6">
          {t('signIn:backToLogin')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead title={t('signIn:signupTitle')} lead={t('signIn:signupLead')} />
      <Form
        schema={signUpInput}
        defaultValues={{ organizationName: '', workspaceName: '', name: '', email: '', password: '' }}
        label={t('signIn:signupTitle')}
        unguarded
        onSubmit={async (values) => {
          await signUp.mutateAsync(values);
          enter(null);
        }}
      >
        <TextField
          name="organizationName"
          label={t('signIn:organization')}
          placeholder={t('signIn:organizationHint')}
          required
          limit={200}
          autoComplete="organization"
        />
        <TextField
          name="workspaceName"
          label={t('signIn:workspaceName')}
          help={t('signIn:workspaceHint')}
          required
          limit={200}
        />
        <TextField name="name" label={t('signIn:name')} required limit={200} autoComplete="name" />
        <EmailField name="email" label={t('signIn:email')} required autoComplete="username" />
        <PasswordField
          name="password"
          label={t('signIn:password')}
          help={t('signIn:passwordHint')}
          required
          autoComplete="new-password"
        />
        <FormFailure />
        <SubmitButton>{t('signIn:createAccount')}</SubmitButton>
        <chakra.p color="muted" textStyle="small">
          {t('signIn:agree')} <Link href={pageAddress('terms')}>{pages('terms')}</Link> {t('signIn:and')}{' '}
          <Link href={pageAddress('policy')}>{pages('policy')}</Link>
        </chakra.p>
      </Form>
      <chakra.p mt="5" pt="5" borderTopWidth="1px" textAlign="center" color="muted">
        {t('signIn:hasAccount')} <Link href={pageAddress('login')}>{t('signIn:login')}</Link>
      </chakra.p>
    </>
  );
}
