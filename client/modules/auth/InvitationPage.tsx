import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { tokenOf, type Invitation } from '../../../shared/auth/schema.ts';
import { password, requiredText } from '../../../shared/text.ts';
import { trpc } from '../../trpc.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Form, PasswordField, TextField } from '../../ui/form/index.ts';
import { chakra } from '../../ui/layout.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { messageOf, statusOf } from '../../shell/errors.ts';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { FormFailure } from './FormFailure.tsx';
import { SubmitButton } from './LoginPage.tsx';
import { useSignedIn } from './useSignedIn.ts';

/** Accepting an invitation: with a first password, with that of one's account, or, signed in already, with a click. */
export default function InvitationPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const [token] = useState(() => tokenOf(location.hash) ?? '');
  const invitation = trpc.auth.invitation.get.useQuery(
    { token },
    { enabled: token !== '', staleTime: Infinity, retry: false },
  );
  if (token && invitation.isPending) return <SkeletonText lines={5} />;
  if (!invitation.data) {
    const missing = !token || statusOf(invitation.error) === 404;
    return (
      <>
        <AuthHead
          title={missing ? t('signIn:inviteInvalid') : t('error.generalTitle')}
          lead={missing ? t('signIn:inviteInvalidBody') : (messageOf(invitation.error) ?? t('error.general'))}
        />
        <LinkButton href={pageAddress('login')}>{t('signIn:backToLogin')}</LinkButton>
      </>
    );
  }
  return <Accept token={token} invitation={invitation.data} />;
}

const clicks = z.object({});
const knows = z.object({ password: z.string().min(1, { error: 'errors:required' }) });
const begins = z.object({ name: requiredText(200), password });

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const { dateTime } = useFormat();
  const accept = trpc.auth.acceptInvitation.useMutation();
  const enter = useSignedIn();
  const { hasAccount, signedIn, email, role, workspace } = invitation;
  return (
    <>
      <AuthHead
        title={t('signIn:inviteTitle')}
        lead={t('signIn:inviteLead', { workspace: workspace.name, email, role: t(`role.${role}`) })}
      />
      <Form
        schema={(signedIn ? clicks : hasAccount ? knows : begins) as typeof clicks}
        defaultValues={{ name: invitation.name, password: '' } as object}
        label={t('signIn:inviteTitle')}
        unguarded
        onSubmit={async (values) => {
          const { workspaceId } = await accept.mutateAsync({ token, ...values });
          toast.success(t('signIn:accepted'));
          enter(pageAddress('businessFunction', { workspace: workspaceId }));
        }}
      >
        <chakra.p>
          {signedIn
            ? t('signIn:inviteSignedIn', { email })
            : hasAccount
              ? t('signIn:inviteExisting')
              : t('signIn:inviteNew')}
        </chakra.p>
        {/* Lets password managers know whose password this is. */}
        <chakra.input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {!signedIn && !hasAccount && (
          <TextField name="name" label={t('signIn:inviteYourName')} required limit={200} autoComplete="name" />
        )}
        {!signedIn && (
          <PasswordField
            name="password"
            label={t(hasAccount ? 'signIn:password' : 'signIn:newPassword')}
            {...(!hasAccount && { help: t('signIn:passwordHint') })}
            required
            autoComplete={hasAccount ? 'current-password' : 'new-password'}
          />
        )}
        <FormFailure />
        <SubmitButton>{t('signIn:accept')}</SubmitButton>
        <chakra.p textStyle="small" color="muted" textAlign="center">
          {t('signIn:inviteUntil', { time: dateTime(invitation.expiresAt) })}
        </chakra.p>
      </Form>
    </>
  );
}
