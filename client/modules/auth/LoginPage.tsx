import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { OAUTH_ERRORS, OAUTH_START, signInInput, type OauthError } from '../../../shared/auth/schema.ts';
import type { ShellConfig } from '../../../shared/shell/schema.ts';
import { safeNext } from '../../../shared/registry/routeMatch.ts';
import { trpc } from '../../trpc.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailField, Form, FormFailure, PasswordField, useFormContext } from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { chakra } from '../../ui/layout.tsx';
import { useLocale } from '../../ui/useFormat.ts';
import { AuthHead } from '../../shell/layouts/AuthLayout.tsx';
import { prefetchPath } from '../../routes.tsx';
import { useSignedIn } from './useSignedIn.ts';

/** Sign-in by email and password, or through the organisation's own provider. */
export default function LoginPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { t: auth } = useTranslation('auth');
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const search = new URLSearchParams(useSearch());
  const refused = search.get('error');
  const next = search.get('next');
  // The next page loads while the password is typed.
  useEffect(() => {
    void prefetchPath((safeNext(next) ?? pageAddress('applications')).replace(/[?#].*/, ''));
  }, [next]);
  useOpenSession(next, refused !== null);
  return (
    <>
      <AuthHead title={t('signIn:loginTitle')} lead={t('signIn:loginLead')} />
      {refused && (
        <chakra.div mb="4">
          <Banner tone="warn" role="alert" title={t('signIn:oauthFailed')}>
            {auth(`oauthError.${OAUTH_ERRORS.includes(refused as OauthError) ? (refused as OauthError) : 'failed'}`)}
          </Banner>
        </chakra.div>
      )}
      {config.isPending ? (
        <SkeletonText lines={5} />
      ) : config.data?.oidc?.only ? (
        <ProviderButton name={config.data.oidc.name} next={next} main />
      ) : (
        <PasswordForm config={config.data} next={next} />
      )}
    </>
  );
}

/** Who is signed in, perhaps in another tab since, is led on: another sign-in would end that session. */
function useOpenSession(next: string | null, wasRefused: boolean): void {
  const { client } = trpc.useUtils();
  const enter = useSignedIn();
  useEffect(() => {
    if (wasRefused) return;
    let ended = false;
    const ask = async () => {
      const { workspaces } = await client.shell.start.query({}, { context: { quiet: true } });
      if (workspaces && !ended) enter(next);
    };
    // Without an answer the form stays.
    const onFocus = () => void ask().catch(() => {});
    onFocus();
    addEventListener('focus', onFocus);
    return () => {
      ended = true;
      removeEventListener('focus', onFocus);
    };
  }, [client, enter, next, wasRefused]);
}

function PasswordForm({ config, next }: { config: ShellConfig | undefined; next: string | null }) {
  const { t } = useTranslation(['shell', 'signIn']);
  const signIn = trpc.auth.signIn.useMutation();
  const enter = useSignedIn();
  return (
    <>
      <Form
        schema={signInInput}
        defaultValues={{ email: '', password: '' }}
        unguarded
        label={t('signIn:loginTitle')}
        onSubmit={async (values) => {
          await signIn.mutateAsync(values);
          enter(next);
        }}
      >
        <EmailField name="email" label={t('signIn:email')} required autoComplete="username" />
        <PasswordField name="password" label={t('signIn:password')} required autoComplete="current-password" />
        <chakra.div mt="-3" textAlign="end" textStyle="dense">
          <Link href={pageAddress('forgotPassword')}>{t('signIn:forgot')}</Link>
        </chakra.div>
        <FormFailure />
        <SubmitButton>{t('signIn:login')}</SubmitButton>
        {config?.demo && <DemoAccounts />}
      </Form>
      {config && <OtherWays config={config} next={next} />}
    </>
  );
}

/** The button of a card's form, as wide as the card; not `main` where another one of the card is. */
export function SubmitButton({ main = true, children }: { main?: boolean; children: string }) {
  const { formState } = useFormContext();
  return (
    <Button type="submit" {...(main && { look: 'main' })} size="lg" block loading={formState.isSubmitting}>
      {children}
    </Button>
  );
}

/** In place of a password form, while passwords are disabled: the only way to sign in. */
export function ProviderAlone({ name }: { name: string }) {
  const { t } = useTranslation('signIn');
  return (
    <>
      <AuthHead title={t('noPasswords')} lead={t('noPasswordsLead', { name })} />
      <ProviderButton name={name} next={null} main />
    </>
  );
}

/** Redirects to the organisation's own provider; `main` where that is the only way, or the usual one. */
export function ProviderButton({ name, next, main = false }: { name: string; next: string | null; main?: boolean }) {
  const { t } = useTranslation('signIn');
  const locale = useLocale();
  const query = new URLSearchParams({ locale, ...(safeNext(next) && { next: safeNext(next)! }) });
  return (
    <chakra.a href={`${OAUTH_START}?${query}`} display="block">
      <Button as="span" size="lg" block icon={<KeyRound aria-hidden />} {...(main && { look: 'main' })}>
        {t('oidc', { name })}
      </Button>
    </chakra.a>
  );
}

/** Between two ways to go on. */
export function Or() {
  const { t } = useTranslation('signIn');
  return (
    <chakra.p textAlign="center" color="muted" textStyle="dense" my="4">
      {t('or')}
    </chakra.p>
  );
}

function OtherWays({ config, next }: { config: ShellConfig; next: string | null }) {
  const { t } = useTranslation(['shell', 'signIn']);
  return (
    <>
      {config.oidc && (
        <>
          <Or />
          <ProviderButton name={config.oidc.name} next={next} />
        </>
      )}
      {config.signup === 'open' && (
        <chakra.p mt="6" pt="5" borderTopWidth="1px" textAlign="center" color="muted">
          {t('signIn:noAccount')} <Link href={pageAddress('signup')}>{t('signIn:signup')}</Link>
        </chakra.p>
      )}
    </>
  );
}

const DEMO = [
  ['admin@demo.example', 'Admin'],
  ['dpo@demo.example', 'DPO'],
  ['staff@demo.example', 'Staff'],
  ['audit@demo.example', 'Top Management'],
] as const;

/** Fills in the address of a demo account; the password is not sent over the network. */
function DemoAccounts() {
  const { t } = useTranslation(['shell', 'signIn']);
  const { setValue, setFocus } = useFormContext();
  const field = useRef<HTMLDivElement>(null);
  return (
    <chakra.div ref={field} bg="subtle" borderRadius="card" p="4" textStyle="dense">
      <chakra.p color="muted" mb="3">
        {t('signIn:demo')}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {DEMO.map(([email, role]) => (
          <Button
            key={email}
            size="sm"
            title={email}
            onClick={() => {
              setValue('email', email, { shouldValidate: true, shouldDirty: true });
              setFocus('password');
              field.current?.closest('form')?.querySelector<HTMLInputElement>('input[name=password]')?.focus();
            }}
          >
            {t(`role.${role}`)}
          </Button>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
