import { useTranslation } from 'react-i18next';
import { signUpInput } from '../../../shared/auth.ts';
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
  const { t } = useTranslation('shell');
  const { t: menu } = useTranslation('menu');
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const signUp = trpc.auth.signUp.useMutation();
  const enter = useSignedIn();
  if (config.isPending) return <FullPageLoader />;
  if (config.data?.signup === 'closed') {
    return (
      <>
        <AuthHead title={t('auth.signupClosed')} lead={t('auth.signupClosedBody')} />
        <SupportContacts support={config.data.support} />
        <LinkButton href="/login" mt="6">
          {t('auth.backToLogin')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead title={t('auth.signupTitle')} lead={t('auth.signupLead')} />
      <Form
        schema={signUpInput}
        defaultValues={{ organizationName: '', workspaceName: '', name: '', email: '', password: '' }}
        label={t('auth.signupTitle')}
        unguarded
        onSubmit={async (values) => {
          await signUp.mutateAsync(values);
          enter(null);
        }}
      >
        <TextField name="organizationName" label={t('auth.organization')} placeholder={t('auth.organizationHint')} required limit={200} autoComplete="organization" />
        <TextField name="workspaceName" label={t('auth.workspaceName')} help={t('auth.workspaceHint')} required limit={200} />
        <TextField name="name" label={t('auth.name')} required limit={200} autoComplete="name" />
        <EmailField name="email" label={t('auth.email')} required autoComplete="username" />
        <PasswordField name="password" label={t('auth.password')} help={t('auth.passwordHint')} required autoComplete="new-password" />
        <FormFailure />
        <SubmitButton>{t('auth.createAccount')}</SubmitButton>
        <chakra.p color="muted" textStyle="small">
          {t('auth.agree')} <Link href="/terms">{menu('page.terms')}</Link> {t('auth.and')} <Link href="/policy">{menu('page.policy')}</Link>
        </chakra.p>
      </Form>
      <chakra.p mt="5" pt="5" borderTopWidth="1px" textAlign="center" color="muted">
        {t('auth.hasAccount')} <Link href="/login">{t('auth.login')}</Link>
      </chakra.p>
    </>
  );
}
