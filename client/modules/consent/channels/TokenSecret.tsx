import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Box, Button, ConfirmDialog, Dialog, Stack, Text, useDialog } from '../../../ui/index.ts';
import { CodeBlock } from './CodeBlock.tsx';

/** Makes the secret that tokens are signed with. It is shown once, and is not kept by this page. */
export function TokenSecret({ form, disabled }: { form: Consent; disabled: boolean }) {
  const { t } = useTranslation('consentGuide');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const asking = useDialog();
  const make = trpc.consent.makeSecret.useMutation({ gcTime: 0 });
  const [secret, setSecret] = useState<string | null>(null);

  const run = async () => {
    const created = await make.mutateAsync({ ws, id: form.id, rowVersion: form.rowVersion });
    // The answer of the call goes too, so that the secret is nowhere but in the dialog.
    make.reset();
    setSecret(created.secret);
    cache.consent.get.setData(
      { ws, id: form.id },
      (record) => record && { ...record, hasSecret: true, rowVersion: created.rowVersion },
    );
    void cache.consent.invalidate();
  };

  return (
    <Box>
      <Button size="sm" icon={<KeyRound aria-hidden />} disabled={disabled} onClick={asking.show}>
        {t(form.hasSecret ? 'token.replace' : 'token.make')}
      </Button>
      <Text mt="1.5" textStyle="small" color="muted">
        {t(form.hasSecret ? 'token.has' : 'token.hasNone')}
      </Text>
      <ConfirmDialog
        {...asking.props}
        destructive={form.hasSecret}
        title={t(form.hasSecret ? 'token.replaceTitle' : 'token.makeTitle')}
        body={t(form.hasSecret ? 'token.replaceBody' : 'token.makeBody')}
        confirmLabel={t(form.hasSecret ? 'token.replace' : 'token.make')}
        onConfirm={run}
      />
      <Dialog
        open={secret !== null}
        onClose={() => setSecret(null)}
        persistent
        title={t('token.newTitle')}
        footer={
          <Button look="main" onClick={() => setSecret(null)}>
            {t('token.stored')}
          </Button>
        }
      >
        <Stack gap="4">
          <Banner tone="warn">{t('token.newBody')}</Banner>
          <CodeBlock code={secret ?? ''} language="CONSENT_SECRET" name={t('token.secret')} />
        </Stack>
      </Dialog>
    </Box>
  );
}
