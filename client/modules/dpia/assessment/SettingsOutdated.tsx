import { useTranslation } from 'react-i18next';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { dpiaStatus } from '../../../../shared/dpia/status.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Box, Button, ConfirmDialog, toast, useDialog } from '../../../ui/index.ts';

/**
 * Warns that the settings have changed since the assessment started, with a button to adopt the new ones; otherwise
 * renders nothing.
 */
export function SettingsOutdated({ record: { id, status, rowVersion } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const dialog = useDialog();
  const adopt = trpc.dpia.adoptSettings.useMutation();
  const mayEdit = useCan('dpia.write') && 'edit' in dpiaStatus[status];
  const { data } = trpc.dpia.settingsChange.useQuery({ ws, id }, { enabled: mayEdit });
  if (!mayEdit || !data || data.parts.length === 0) return null;
  const parts = data.parts.map((part) => t(`settings.part.${part}`)).join(', ');
  return (
    <Box mb="5">
      <Banner
        tone="info"
        action={
          <Button size="sm" onClick={dialog.show}>
            {t('settings.adopt')}
          </Button>
        }
      >
        {t('settings.changed', { parts })}
      </Banner>
      <ConfirmDialog
        {...dialog.props}
        title={t('settings.question')}
        body={t('settings.body')}
        confirmLabel={t('settings.adopt')}
        onConfirm={async () => {
          cache.dpia.get.setData({ ws, id }, await adopt.mutateAsync({ ws, id, rowVersion }));
          void cache.dpia.settingsChange.invalidate();
          toast.success(t('settings.done'));
        }}
      />
    </Box>
  );
}
