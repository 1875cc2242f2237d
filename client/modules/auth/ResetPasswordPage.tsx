import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { tokenOf } from '../../../shared/auth/schema.ts';
import { password } from '../../../shared/text.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { trpc } from '../../trpc.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { useFormState } from '../../ui/form/Form.tsx';
import { Form, FormFailure, PasswordField } from '../../ui/form/index.ts';
import { chakra } from '../../ui/layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { toast } from '../../ui/toaster.tsx';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { useLeave } from '../../shell/navigation.ts';
import { ProviderAlone, SubmitButton } from './LoginPage.tsx';

const schema = z.object({ password });

/** Sets a new password by the link of a mail. Its token follows the #, which is not sent to any server. */
export default function ResetPasswordPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const leave = useLeave();
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const reset = trpc.auth.resetPassword.useMutation();
  const token = useLink(tokenOf);
  if (config.isPending) return <FullPageLoader />;
  if (config.data?.oidc?.only) return <ProviderAlone name={config.data.oidc.name} />;
  if (!token) {
    return (
      <>
        <AuthHead title={t('signIn:linkMissing')} lead={t('signIn:linkMissingBody')} />
        <LinkButton look="main" href={pageAddress('forgotPassword')}>
          {t('signIn:askAgain')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead title={t('signIn:resetTitle')} lead={t('signIn:resetLead')} />
      <Form
        key={token}
        schema={schema}
        defaultValues={{ password: '' }}
        label={t('signIn:resetTitle')}
        unguarded
        onSubmit={async (values) => {
          await reset.mutateAsync({ token, ...values });
          toast.success(t('signIn:resetDone'));
          leave(pageAddress('login'));
        }}
      >
        <PasswordField
          name="password"
          label={t('signIn:newPassword')}
          help={t('signIn:passwordHint')}
          required
          autoComplete="new-password"
        />
        <FormFailure />
        <AnotherLink />
        <SubmitButton>{t('signIn:resetSave')}</SubmitButton>
      </Form>
    </>
  );
}

/** A refused link is replaced by another. */
function AnotherLink() {
  const { t } = useTranslation('signIn');
  const { failure } = useFormState();
  return failure ? (
    <chakra.p textStyle="dense">
      <Link href={pageAddress('forgotPassword')}>{t('askAgain')}</Link>
    </chakra.p>
  ) : null;
}
