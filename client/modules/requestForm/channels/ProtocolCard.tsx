import { useTranslation } from 'react-i18next';
import { protocolPath } from '../../../../shared/dataRightsProtocol/protocol.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { AddressField } from '../../../embedScreen/AddressField.tsx';
import { SwitchRow } from '../../../embedScreen/SwitchRow.tsx';
import { useSession } from '../../../shell/session.tsx';
import { Card, LinkButton, Stack } from '../../../ui/index.ts';

interface ProtocolCardProps {
  formId: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** Whether agents may send requests to the form, and the address for them. */
export function ProtocolCard({ formId, checked, disabled, onChange }: ProtocolCardProps) {
  const { t } = useTranslation('requestGuide');
  const { ws } = useSession();
  const url = location.origin + protocolPath(ws, formId);
  return (
    <Card title={t('protocol.title')}>
      <Stack gap="4">
        <SwitchRow
          id="protocol"
          label={t('protocol.on')}
          help={t('protocol.help')}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
        />
        {checked && (
          <AddressField label={t('protocol.address')} url={url}>
            <LinkButton size="sm" href={pageAddress('authorisedAgents')}>
              {t('protocol.agents')}
            </LinkButton>
          </AddressField>
        )}
      </Stack>
    </Card>
  );
}
