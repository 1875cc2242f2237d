import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { copyToClipboard } from './clipboard.ts';
import { toast } from './toaster.tsx';

/**
 * Copies a text and confirms it on the button for a moment.
 * @param label the name of the text, for screen readers
 */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('ui');
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    if (await copyToClipboard(text)) setDone(true);
    else toast.error(t('copy.failed'));
  };
  return (
    <Button
      size="sm"
      icon={done ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
      {...(label && { 'aria-label': `${t('copy.action')}: ${label}` })}
    >
      <span aria-live="polite">{t(done ? 'copy.done' : 'copy.action')}</span>
    </Button>
  );
}
