import { useTranslation } from 'react-i18next';
import type { IssuedWebhook } from '../../../shared/webhook/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { Button, Dialog, Stack, Text } from '../../ui/index.ts';

/** A newly issued secret, displayed only this once. */
export function SecretDialog({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const { t } = useTranslation(['webhook', 'embedScreen']);
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={640}
      title={t('secretTitle', { name: issued.name })}
      description={t('secretBody')}
      footer={
        <Button look="main" onClick={onClose}>
          {t('embedScreen:token.stored')}
        </Button>
      }
    >
      <Stack gap="4">
        <CodeBlock name={t('secret')} language={t('secret')} code={issued.secret} />
        <Text textStyle="dense">{t('secretUse')}</Text>
      </Stack>
    </Dialog>
  );
}
