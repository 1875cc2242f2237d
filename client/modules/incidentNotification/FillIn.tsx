import { ChevronDown, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, ConfirmDialog, Menu, toast, useDialog } from '../../ui/index.ts';
import { useFormContext } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';

type Language = FormValues['locale'];

/** Fills subject and message in from the incident, in the language asked for; asks before it writes over what is there. */
export function FillIn({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const form = useFormContext();
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<Language>('th');
  const dialog = useDialog();

  const fill = async (locale: Language) => {
    setBusy(true);
    try {
      const { recipientGroup, report, recipients } = form.getValues() as FormValues;
      const found = await cache.incidentNotification.draft.fetch({ ws, id: incident.id, recipientGroup, report, locale }, { staleTime: 0 });
      const put = (name: keyof FormValues, value: unknown) => form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      put('locale', locale);
      put('subject', found.subject);
      put('message', found.message);
      if (recipients.length === 0 && found.recipients.length > 0) put('recipients', found.recipients);
      toast.info(t('fill.done'));
    } catch (error) {
      toast.error(t('fill.failed'), { detail: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const ask = (locale: Language) => {
    const { subject, message } = form.getValues() as FormValues;
    setWanted(locale);
    if (subject.trim() || message.trim()) dialog.show();
    else void fill(locale);
  };
  return (
    <chakra.div>
      <Menu
        items={(['th', 'en'] as const).map((locale) => ({ key: locale, label: t(`fill.${locale}`), onSelect: () => ask(locale) }))}
        trigger={(props) => (
          <Button {...props} icon={<WandSparkles aria-hidden />} loading={busy}>
            {t('fill.action')}
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      />
      <ConfirmDialog {...dialog.props} title={t('fill.title')} body={t('fill.body')} confirmLabel={t('fill.confirm')} onConfirm={() => fill(wanted)} />
    </chakra.div>
  );
}
