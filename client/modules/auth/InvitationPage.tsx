import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { tokenOf, type Invitation } from '../../../shared/auth/schema.ts';
import { password, requiredText } from '../../../shared/text.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLink } from '../../publicPage/useLink.ts';
import { trpc } from '../../trpc.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Form, FormFailure, PasswordField, TextField } from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { messageOf, statusOf } from '../../shell/errors.ts';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { Or, ProviderButton, SubmitButton } from './LoginPage.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { useSignedIn } from './useSignedIn.ts';

/**
 * Accepts an invitation: with a first password, with that of an existing account, through the organisation's provider,
 * or, if already signed in, with a click. Without a link, the invitations of the signed-in person.
 */
export default function InvitationPage() {
  const token = useLink(tokenOf) ?? '';
  const invitation = trpc.auth.invitation.get.useQuery(
    { token },
    { enabled: token !== '', staleTime: Infinity, retry: false },
  );
  if (token === '') return <OwnInvitations />;
  if (invitation.isPending) return <SkeletonText lines={5} />;
  if (!invitation.data) {
    const missing = statusOf(invitation.error) === 404;
    return missing ? (
      <NoInvitation />
    ) : (
      <NotLoaded error={invitation.error} onRetry={() => void invitation.refetch()} />
    );
  }
  return <Accept key={token} token={token} invitation={invitation.data} />;
}

/** Whether the signed-in person is active in a workspace already; null: not known yet. */
function useHasWorkspace(): boolean | null {
  const start = trpc.shell.start.useQuery({}, { ...QUIET, staleTime: Infinity, retry: false });
  return start.isPending ? null : (start.data?.workspaces?.collection.length ?? 0) > 0;
}

/** Who opens the page without a link, and has no invitation, or is signed out. */
function NoOwnInvitation() {
  const { t } = useTranslation(['shell', 'signIn']);
  const hasWorkspace = useHasWorkspace();
  return (
    <>
      <AuthHead title={t('signIn:joinNone')} lead={t('signIn:joinNoneBody')} />
      {hasWorkspace ? (
        <LinkButton href={pageAddress('home')}>{t('error.home')}</LinkButton>
      ) : (
        <LinkButton href={pageAddress('login')}>{t('signIn:backToLogin')}</LinkButton>
      )}
    </>
  );
}

function NoInvitation() {
  const { t } = useTranslation(['shell', 'signIn']);
  return (
    <>
      <AuthHead title={t('signIn:inviteInvalid')} lead={t('signIn:inviteInvalidBody')} />
      <LinkButton href={pageAddress('login')}>{t('signIn:backToLogin')}</LinkButton>
    </>
  );
}

/** The invitations of a signed-in person: each is accepted by its own click, or ignored. */
function OwnInvitations() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { dateTime } = useFormat();
  const own = trpc.auth.invitation.own.useQuery(undefined, { staleTime: Infinity, retry: false });
  const join = trpc.auth.invitation.join.useMutation();
  const enter = useSignedIn();
  const hasWorkspace = useHasWorkspace();
  if (own.isPending) return <SkeletonText lines={5} />;
  if (!own.data) return <NotLoaded error={own.error} onRetry={() => void own.refetch()} />;
  if (own.data.length === 0) return <NoOwnInvitation />;
  return (
    <>
      <AuthHead title={t('signIn:joinTitle')} lead={t('signIn:joinLead')} />
      <chakra.ul display="grid" gap="3" listStyleType="none">
        {own.data.map(({ workspace, role, expiresAt }) => (
          <chakra.li key={workspace.id} borderWidth="1px" borderRadius="card" p="4">
            <chakra.p fontWeight="semibold" overflowWrap="anywhere">
              {workspace.name}
            </chakra.p>
            <chakra.p color="muted" textStyle="dense" mb="3">
              {t('signIn:joinAs', { role: t(`role.${role}`), time: dateTime(expiresAt) })}
            </chakra.p>
            <Button
              look="main"
              block
              aria-label={t('signIn:joinNamed', { workspace: workspace.name })}
              disabled={join.isPending}
              loading={join.isPending && join.variables.workspaceId === workspace.id}
              onClick={() =>
                join.mutate(
                  { workspaceId: workspace.id },
                  {
                    onSuccess: ({ workspaceId }) => {
                      toast.success(t('signIn:accepted'));
                      enter(pageAddress('businessFunction', { workspace: workspaceId }));
                    },
                    onError: (error) => toast.error(messageOf(error)),
                  },
                )
              }
            >
              {t('signIn:join')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.p mt="5" textAlign="center">
        {hasWorkspace && <Link href={pageAddress('home')}>{t('error.home')}</Link>}
        {hasWorkspace === false && <Link href={pageAddress('logout')}>{t('signIn:joinLater')}</Link>}
      </chakra.p>
    </>
  );
}

const NO_FIELDS = z.object({});
/** By the kind of the account. */
const FIELDS = {
  password: z.object({ password: z.string().min(1, { error: 'errors:required' }) }),
  provider: z.object({ password }),
  none: z.object({ name: requiredText(200), password }),
};

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const { account, signedIn, email, role, workspace } = invitation;
  if (config.isPending) return <SkeletonText lines={5} />;
  const provider = signedIn ? null : config.data?.oidc;
  const providerFirst = Boolean(provider && (provider.only || account === 'provider'));
  const byProvider = provider && (
    <ProviderButton name={provider.name} next={pageAddress('invitation')} main={providerFirst} />
  );
  const form = !provider?.only && <AcceptForm token={token} invitation={invitation} main={!providerFirst} />;
  return (
    <>
      <AuthHead
        title={t('signIn:inviteTitle')}
        lead={t('signIn:inviteLead', { workspace: workspace.name, email, role: t(`role.${role}`) })}
      />
      {providerFirst ? byProvider : form}
      {byProvider && form && <Or />}
      {providerFirst ? form : byProvider}
    </>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: Invitation;
  /** Whether its button is the main one of the card. */
  main: boolean;
}

function AcceptForm({ token, invitation, main }: AcceptFormProps) {
  const { t } = useTranslation(['shell', 'signIn']);
  const { dateTime } = useFormat();
  const accept = trpc.auth.acceptInvitation.useMutation();
  const enter = useSignedIn();
  const { account, signedIn, email } = invitation;
  const isKnown = account === 'password';
  const lead = {
    password: 'signIn:inviteExisting',
    provider: 'signIn:inviteAddPassword',
    none: 'signIn:inviteNew',
  } as const;
  return (
    <Form
      schema={(signedIn ? NO_FIELDS : FIELDS[account]) as typeof NO_FIELDS}
      defaultValues={{ ...(account === 'none' && { name: invitation.name }), password: '' } as object}
      label={t('signIn:inviteTitle')}
      unguarded
      onSubmit={async (values) => {
        const { workspaceId } = await accept.mutateAsync({ token, ...values });
        toast.success(t('signIn:accepted'));
        enter(pageAddress('businessFunction', { workspace: workspaceId }));
      }}
    >
      <chakra.p>{signedIn ? t('signIn:inviteSignedIn', { email }) : t(lead[account])}</chakra.p>
      {/* Tells password managers the account of the password. */}
      <chakra.input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {!signedIn && account === 'none' && (
        <TextField name="name" label={t('signIn:inviteYourName')} required limit={200} autoComplete="name" />
      )}
      {!signedIn && (
        <PasswordField
          name="password"
          label={t(isKnown ? 'signIn:password' : 'signIn:newPassword')}
          {...(!isKnown && { help: t('signIn:passwordHint') })}
          required
          autoComplete={isKnown ? 'current-password' : 'new-password'}
        />
      )}
      <FormFailure />
      <SubmitButton main={main}>{t('signIn:accept')}</SubmitButton>
      <chakra.p textStyle="small" color="muted" textAlign="center">
        {t('signIn:inviteUntil', { time: dateTime(invitation.expiresAt) })}
      </chakra.p>
    </Form>
  );
}
