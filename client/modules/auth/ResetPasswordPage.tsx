import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { tokenOf } from '../../../shared/auth.ts';
import { password } from '../../../shared/text.ts';
import { trpc } from '../../trpc.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Form, PasswordField } from '../../ui/form/index.ts';
import { toast } from '../../ui/toaster.tsx';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { useLeave } from '../../shell/navigation.ts';
import { FormFailure } from './FormFailure.tsx';
import { SubmitButton } from './LoginPage.tsx';

const schema = z.object({ password });

/** Sets a new password by the link of a mail. Its token stands behind the #, which is sent to nobody. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('shell');
  const leave = useLeave();
  const reset = trpc.auth.resetPassword.useMutation();
  const [token] = useState(() => tokenOf(location.hash));
  if (!token) {
    return (
      <>
        <AuthHead title={t('auth.linkMissing')} lead={t('auth.linkMissingBody')} />
        <LinkButton look="main" href="/forgot-password">
          {t('auth.askAgain')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead title={t('auth.resetTitle')} lead={t('auth.resetLead')} />
      <Form
        schema={schema}
        defaultValues={{ password: '' }}
        label={t('auth.resetTitle')}
        unguarded
        onSubmit={async (values) => {
          await reset.mutateAsync({ token, ...values });
          toast.success(t('auth.resetDone'));
          leave('/login');
        }}
      >
        <PasswordField name="password" label={t('auth.newPassword')} help={t('auth.passwordHint')} required autoComplete="new-password" />
        <FormFailure />
        <SubmitButton>{t('auth.resetSave')}</SubmitButton>
      </Form>
    </>
  );
}
