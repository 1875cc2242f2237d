import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { AllowedOrigins } from '../../../embedScreen/AllowedOrigins.tsx';
import { ChannelsCard } from '../../../embedScreen/ChannelsCard.tsx';
import { SwitchRow } from '../../../embedScreen/SwitchRow.tsx';
import { TokenSecret } from '../../../embedScreen/TokenSecret.tsx';
import { useFormSettings } from '../../../embedScreen/useFormSettings.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Card, Stack } from '../../../ui/index.ts';
import { ProtocolCard } from './ProtocolCard.tsx';

const CHANNELS = ['web', 'page', 'api', 'mobile'] as const;

function useSettings({ id, rowVersion, settings }: RequestForm) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.requestForm.updateSettings.useMutation();
  return useFormSettings(settings, async (next) => {
    try {
      cache.requestForm.get.setData({ ws, id }, await update.mutateAsync({ ws, id, rowVersion, ...next }));
    } finally {
      void cache.requestForm.invalidate();
    }
  });
}

/**
 * Generates a new secret for the form. The mutation's result is removed too, so that the secret exists only on the
 * screen.
 */
function useNewSecret(form: RequestForm) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const make = trpc.requestForm.makeSecret.useMutation({ gcTime: 0 });
  return async (): Promise<string> => {
    const { secret, rowVersion } = await make.mutateAsync({ ws, id: form.id, rowVersion: form.rowVersion });
    make.reset();
    cache.requestForm.get.setData(
      { ws, id: form.id },
      (record) => record && { ...record, hasSecret: true, rowVersion },
    );
    void cache.requestForm.invalidate();
    return secret;
  };
}

/**
 * Which channels are enabled, from which origins, and who vouches for data subjects. Each change is saved immediately.
 */
export function ChannelSettings({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const mayWrite = useCan('requestForm.write');
  const { effective, saving, save, saveOrReport } = useSettings(form);
  const makeSecret = useNewSecret(form);
  const disabled = !mayWrite || saving;
  return (
    <>
      <ChannelsCard
        channels={CHANNELS.map((key) => ({ key, label: t(`channels.${key}`), help: t(`channels.${key}Help`) }))}
        open={effective.channels}
        disabled={disabled}
        onChange={(channels) => void saveOrReport({ channels })}
      />
      <AllowedOrigins
        origins={effective.allowedOrigins}
        disabled={disabled}
        onChange={(allowedOrigins) => save({ allowedOrigins })}
      />
      <Card title={t('token.title')}>
        <Stack gap="4">
          <SwitchRow
            id="token-accepts"
            label={t('token.accepts')}
            help={t(form.hasSecret ? 'token.acceptsHelp' : 'token.needsSecret')}
            checked={effective.jwtEnabled}
            disabled={disabled || (!form.hasSecret && !effective.jwtEnabled)}
            onChange={(jwtEnabled) => void saveOrReport({ jwtEnabled })}
          />
          <TokenSecret
            hasSecret={form.hasSecret}
            disabled={disabled}
            replaceBody={t('token.replaceBody')}
            variable="DSRM_SECRET"
            make={makeSecret}
          />
        </Stack>
      </Card>
      <ProtocolCard
        formId={form.id}
        checked={effective.drpEnabled}
        disabled={disabled}
        onChange={(drpEnabled) => void saveOrReport({ drpEnabled })}
      />
    </>
  );
}
