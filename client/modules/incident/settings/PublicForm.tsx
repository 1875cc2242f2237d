import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentSettings } from '../../../../shared/incident/settings.ts';
import { AddressField } from '../../../embedScreen/AddressField.tsx';
import { QrPoster } from '../../../embedScreen/QrPoster.tsx';
import { messageOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Button, Card, chakra, ConfirmDialog, Flex, Stack, Switch, Text, toast, useDialog } from '../../../ui/index.ts';

/** The public report form: an on/off switch, saved immediately, and its link. */
export function PublicForm({ settings }: { settings: IncidentSettings }) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const id = useId();
  const cache = trpc.useUtils();
  const update = trpc.incident.settings.update.useMutation();
  const renew = trpc.incident.settings.renewLink.useMutation();
  const asking = useDialog();
  const { publicUrl, publicForm } = settings;
  const show = (saved: IncidentSettings) => cache.incident.settings.get.setData({ ws }, saved);

  const turn = async (on: boolean) => {
    try {
      show(await update.mutateAsync({ ws, ...settings, publicForm: on }));
      toast.success(t(on ? 'form.turnedOn' : 'form.turnedOff'));
    } catch (error) {
      // Most likely others have saved in between; their values are displayed, and the switch has to be pressed again.
      void cache.incident.settings.get.invalidate({ ws });
      toast.error(messageOf(error, t('form.failed')));
    }
  };

  return (
    <Card title={t('form.title')}>
      <Stack gap="4">
        <Text textStyle="dense" color="muted">
          {t('form.lead')}
        </Text>
        <Flex gap="3" align="center">
          <Switch
            id={id}
            checked={update.isPending ? !publicForm : publicForm}
            disabled={update.isPending}
            onCheckedChange={(on) => void turn(on)}
            aria-labelledby={`${id}label`}
          />
          <chakra.label id={`${id}label`} htmlFor={id} fontWeight="semibold" cursor="pointer">
            {t('form.on')}
          </chakra.label>
        </Flex>
        {publicUrl && (
          <Stack gap="2">
            <AddressField label={t('form.link')} url={publicUrl} isPage>
              <Button size="sm" look="quiet" icon={<RefreshCw aria-hidden />} onClick={asking.show}>
                {t('form.renew')}
              </Button>
            </AddressField>
            <QrPoster url={publicUrl} alt={t('form.qr')} note={t('form.poster')} fileName="report-incident-qr.svg" />
          </Stack>
        )}
      </Stack>
      <ConfirmDialog
        {...asking.props}
        destructive
        title={t('form.renewTitle')}
        body={t('form.renewBody')}
        confirmLabel={t('form.renew')}
        onConfirm={async () => {
          show(await renew.mutateAsync({ ws }));
          toast.success(t('form.renewed'));
        }}
      />
    </Card>
  );
}
