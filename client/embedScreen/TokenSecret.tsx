import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../records/SecretDialog.tsx';
import { Box, Button, ConfirmDialog, Text, useDialog } from '../ui/index.ts';

interface TokenSecretProps {
  /** Whether there is one already. */
  hasSecret: boolean;
  disabled: boolean;
  /** The consequences of replacing the current one. */
  replaceBody: string;
  /** Its name in the samples of code. */
  variable: string;
  /** Creates a new one and resolves to it. */
  make: () => Promise<string>;
}

/** Creates the secret with which tokens are signed. It is displayed once, and this page does not store it. */
export function TokenSecret({ hasSecret, disabled, replaceBody, variable, make }: TokenSecretProps) {
  const { t } = useTranslation('embedScreen');
  const asking = useDialog();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Box>
      <Button size="sm" icon={<KeyRound aria-hidden />} disabled={disabled} onClick={asking.show}>
        {t(hasSecret ? 'token.replace' : 'token.make')}
      </Button>
      <Text mt="1.5" textStyle="small" color="muted">
        {t(hasSecret ? 'token.has' : 'token.hasNone')}
      </Text>
      <ConfirmDialog
        {...asking.props}
        destructive={hasSecret}
        title={t(hasSecret ? 'token.replaceTitle' : 'token.makeTitle')}
        body={hasSecret ? replaceBody : t('token.makeBody')}
        confirmLabel={t(hasSecret ? 'token.replace' : 'token.make')}
        onConfirm={async () => setSecret(await make())}
      />
      {secret !== null && (
        <SecretDialog
          title={t('token.newTitle')}
          description={t('token.newBody')}
          name={t('token.secret')}
          language={variable}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Box>
  );
}
