import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { signUpInput, type SignUpLink, tokenOf } from '../../../shared/auth/schema.ts';
import type { ShellConfig } from '../../../shared/shell/schema.ts';
import { password } from '../../../shared/text.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { trpc } from '../../trpc.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmailField, Form, FormFailure, PasswordField, TextField } from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { statusOf } from '../../shell/errors.ts';
import { SupportContacts } from '../../shell/dialogs/SupportContacts.tsx';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { SubmitButton } from './LoginPage.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { useSignedIn } from './useSignedIn.ts';

const EMPTY = { organizationName: '', workspaceName: '', name: '', email: '' };

/**
 * Signs up an organisation with its first workspace and first Admin: first its form, which causes a mail, then, by the
 * link of that mail, the password. Where sign-up is closed a link of the operator is required.
 */
export default function SignupPage() {
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const link = useLink(tokenOf);
  // A link that is of no use, until another one is opened.
  const [left, setLeft] = useState<string | null>(null);
  const token = link === left ? null : link;
  const withoutLink = () => {
    history.replaceState(history.state, '', location.pathname);
    setLeft(link);
  };
  if (config.isPending) return <FullPageLoader />;
  if (token)
    return <ByLink key={token} token={token} {...(config.data?.signup === 'open' && { onAgain: withoutLink })} />;
  return config.data?.signup === 'closed' ? <Closed config={config.data} /> : <RequestLink config={config.data} />;
}

function Closed({ config }: { config: ShellConfig }) {
  const { t } = useTranslation(['shell', 'signIn']);
  return (
    <>
      <AuthHead title={t('signIn:signupClosed')} lead={t('signIn:signupClosedBody')} />
      <SupportContacts support={config.support} />
      {!config.oidc?.only && (
        <chakra.p mt="5" color="muted" textStyle="dense">
          {t('signIn:signupClosedOperator')} <chakra.code>npm run admin -- signup-link</chakra.code>
        </chakra.p>
      )}
      <LinkButton href={pageAddress('login')} mt="6">
        {t('signIn:backToLogin')}
      </LinkButton>
    </>
  );
}

/** Organisation, workspace, name and address; the answer is the same for every address. */
function RequestLink({ config }: { config: ShellConfig | undefined }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const signUp = trpc.auth.signUp.useMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo)
    return (
      <chakra.div role="status">
        <chakra.div color="ok" mb="3">
          <MailCheck size={36} aria-hidden />
        </chakra.div>
        <AuthHead
          title={t(config?.devMail ? 'signIn:sentTitleDev' : 'signIn:sentTitle')}
          lead={config?.devMail ? t('signIn:signupSentDev') : t('signIn:signupSent', { email: sentTo })}
        />
        <LinkButton href={pageAddress('login')} mt="6">
          {t('signIn:backToLogin')}
        </LinkButton>
      </chakra.div>
    );
  return (
    <>
      <AuthHead title={t('signIn:signupTitle')} lead={t('signIn:signupLead')} />
      <Form
        schema={signUpInput}
        defaultValues={EMPTY}
        label={t('signIn:signupTitle')}
        unguarded
        onSubmit={async (values) => {
          await signUp.mutateAsync(values);
          setSentTo(values.email);
        }}
      >
        <OrganizationFields />
        <FormFailure />
        <SubmitButton>{t('signIn:signupSend')}</SubmitButton>
        <Agreement />
      </Form>
      <chakra.p mt="5" pt="5" borderTopWidth="1px" textAlign="center" color="muted">
        {t('signIn:hasAccount')} <Link href={pageAddress('login')}>{t('signIn:login')}</Link>
      </chakra.p>
    </>
  );
}

function OrganizationFields() {
  const { t } = useTranslation('signIn');
  return (
    <>
      <TextField
        name="organizationName"
        label={t('organization')}
        placeholder={t('organizationHint')}
        required
        limit={200}
        autoComplete="organization"
      />
      <TextField name="workspaceName" label={t('workspaceName')} help={t('workspaceHint')} required limit={200} />
      <TextField name="name" label={t('name')} required limit={200} autoComplete="name" />
      <EmailField name="email" label={t('email')} required autoComplete="username" />
    </>
  );
}

function Agreement() {
  const { t } = useTranslation('signIn');
  const { t: pages } = useTranslation('pages');
  return (
    <chakra.p color="muted" textStyle="small">
      {t('agree')} <Link href={pageAddress('terms')}>{pages('terms')}</Link> {t('and')}{' '}
      <Link href={pageAddress('policy')}>{pages('policy')}</Link>
    </chakra.p>
  );
}

function ByLink({ token, onAgain }: { token: string; onAgain?: () => void }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const link = trpc.auth.signUpLink.useQuery({ token }, { staleTime: Infinity, retry: false });
  if (link.isPending) return <SkeletonText lines={5} />;
  if (link.data) return <Complete token={token} link={link.data} />;
  if (statusOf(link.error) !== 404) return <NotLoaded error={link.error} onRetry={() => void link.refetch()} />;
  return (
    <>
      <AuthHead title={t('signIn:signupLinkInvalid')} lead={t('signIn:signupLinkInvalidBody')} />
      {onAgain && (
        <Button look="main" onClick={onAgain}>
          {t('signIn:signupAgain')}
        </Button>
      )}
      <chakra.p mt="5">
        <Link href={pageAddress('login')}>{t('signIn:backToLogin')}</Link>
      </chakra.p>
    </>
  );
}

const passwordAlone = z.object({ password });
const everyField = signUpInput.extend({ password });

/** The password, with which the organisation is created; by a link of the operator, all fields. */
function Complete({ token, link }: { token: string; link: SignUpLink }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const complete = trpc.auth.completeSignUp.useMutation();
  const enter = useSignedIn();
  const { email, organizationName, workspaceName } = link;
  return (
    <>
      <AuthHead
        title={t('signIn:signupTitle')}
        lead={
          email === null
            ? t('signIn:signupLead')
            : t('signIn:signupConfirm', { organization: organizationName, workspace: workspaceName, email })
        }
      />
      <Form
        schema={(email === null ? everyField : passwordAlone) as typeof passwordAlone}
        defaultValues={{ ...(email === null && EMPTY), password: '' } as { password: string }}
        label={t('signIn:signupTitle')}
        unguarded
        onSubmit={async (values) => {
          await complete.mutateAsync({ token, ...values });
          enter(null);
        }}
      >
        {email === null ? (
          <OrganizationFields />
        ) : (
          // For password managers: whose password this is.
          <chakra.input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        )}
        <PasswordField
          name="password"
          label={t('signIn:password')}
          help={t('signIn:passwordHint')}
          required
          autoComplete="new-password"
        />
        <FormFailure />
        <SubmitButton>{t('signIn:createAccount')}</SubmitButton>
        <Agreement />
      </Form>
    </>
  );
}
