import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../embedScreen/CodeBlock.tsx';
import { Button, Dialog, Stack, UnsavedGuard } from '../ui/index.ts';

interface SecretDialogProps {
  title: string;
  /** Where to store it. */
  description: string;
  /** What it is, for the button that copies it. */
  name: string;
  /** Displayed beside it, where it has a name in samples of code. */
  language?: string;
  secret: string;
  onClose: () => void;
  /** Below it. */
  children?: ReactNode;
}

/** A newly issued secret, displayed only this once: closing it otherwise than by its button asks first. */
export function SecretDialog({ title, description, name, language, secret, onClose, children }: SecretDialogProps) {
  const { t } = useTranslation('embedScreen');
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={640}
      title={title}
      description={description}
      footer={
        <Button look="main" onClick={onClose}>
          {t('token.stored')}
        </Button>
      }
    >
      <UnsavedGuard active once />
      <Stack gap="4">
        <CodeBlock name={name} code={secret} {...(language && { language })} />
        {children}
      </Stack>
    </Dialog>
  );
}
