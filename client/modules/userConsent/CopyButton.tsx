import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, toast } from '../../ui/index.ts';

/** Copies a text and confirms it on the button for a moment. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('userConsent');
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = () =>
    // Undefined on a page without TLS; it then fails like a denied permission.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setDone(true),
      () => void toast.error(t('copyFailed')),
    );
  return (
    <Button
      size="sm"
      icon={done ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
      {...(label && { 'aria-label': `${t('copy')}: ${label}` })}
    >
      <span aria-live="polite">{t(done ? 'copied' : 'copy')}</span>
    </Button>
  );
}
