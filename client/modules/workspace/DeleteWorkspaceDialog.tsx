import { KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { OAUTH_START, PROOF_MINUTES, type Proof } from '../../../shared/auth/schema.ts';
import { DELETION_DAYS } from '../../../shared/workspace/schema.ts';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  Dialog,
  ErrorState,
  SkeletonText,
  Stack,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { Form, FormActions, PasswordField, TextField } from '../../ui/form/index.ts';

interface Target {
  readonly uuid: string;
  readonly name: string;
}

/** Requests the deletion of a workspace: explains what happens when, and asks for the name and the password. */
export default function DeleteWorkspaceDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('workspace');
  const proof = trpc.auth.proof.useQuery(undefined, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} width={560} title={t('removeTitle', { name: target.name })}>
      <Stack gap="5">
        <Steps />
        {proof.error ? (
          <ErrorState body={proof.error.message} onRetry={() => void proof.refetch()} />
        ) : proof.data ? (
          <DeleteForm target={target} proof={proof.data} onClose={onClose} />
        ) : (
          <SkeletonText lines={4} />
        )}
      </Stack>
    </Dialog>
  );
}

/** What happens immediately, what can be undone, and what cannot. */
function Steps() {
  const { t } = useTranslation('workspace');
  const steps = [
    [t('removeNow'), t('removeNowBody')],
    [t('removeGrace', { count: DELETION_DAYS }), t('removeGraceBody')],
    [t('removeThen'), t('removeThenBody')],
  ] as const;
  return (
    <chakra.dl display="grid" gap="3" borderInlineStartWidth="2px" ps="4">
      {steps.map(([when, what]) => (
        <div key={when}>
          <chakra.dt fontWeight="semibold">{when}</chakra.dt>
          <chakra.dd color="muted">{what}</chakra.dd>
        </div>
      ))}
    </chakra.dl>
  );
}

function DeleteForm({ target, proof, onClose }: { target: Target; proof: Proof; onClose: () => void }) {
  const { t } = useTranslation('workspace');
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const remove = trpc.workspace.remove.useMutation();
  const byPassword = proof.by === 'password';
  const schema = useMemo(
    () =>
      z.object({
        confirmation: z
          .string()
          .trim()
          .refine((typed) => typed === target.name, { error: 'workspace:confirmationDiffers' }),
        password: byPassword
          ? z.string().min(1, { error: 'errors:required' })
          : z
              .string()
              .transform(() => undefined)
              .optional(),
      }),
    [target.name, byPassword],
  );
  if (!byPassword && !proof.fresh) return <SignInAgain />;
  return (
    <Form
      schema={schema}
      label={t('remove')}
      defaultValues={{ confirmation: '', password: '' }}
      onSubmit={async (values) => {
        const { dueAt } = await remove.mutateAsync({ ws: target.uuid, ...values });
        toast.success(t('removed', { at: dateTime(dueAt) }));
        void cache.invalidate();
        onClose();
      }}
    >
      <TextField name="confirmation" label={t('confirmation', { name: target.name })} limit={200} required />
      {byPassword ? (
        <PasswordField name="password" label={t('password')} required />
      ) : (
        <Text color="muted">{t('signInFresh')}</Text>
      )}
      <FormActions submitLabel={t('remove')} destructive />
    </Form>
  );
}

/** A user without a password confirms their identity by signing in again the usual way. */
function SignInAgain() {
  const { t } = useTranslation('workspace');
  const { locale } = useFormat();
  const query = new URLSearchParams({ locale, again: '1', next: `${pageAddress('workspaces')}${location.search}` });
  return (
    <Banner
      tone="warn"
      action={
        <chakra.a href={`${OAUTH_START}?${query}`}>
          <Button as="span" look="main" icon={<KeyRound aria-hidden />}>
            {t('signInAgain')}
          </Button>
        </chakra.a>
      }
    >
      {t('signInFirst', { count: PROOF_MINUTES, minutes: PROOF_MINUTES })}
    </Banner>
  );
}
