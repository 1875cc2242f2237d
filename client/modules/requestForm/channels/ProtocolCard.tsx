import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { protocolPath } from '../../../../shared/dataRightsProtocol/protocol.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { SwitchRow } from '../../../embedScreen/SwitchRow.tsx';
import { useSession } from '../../../shell/session.tsx';
import { Input } from '../../../ui/form/index.ts';
import { Card, chakra, CopyButton, Flex, LinkButton, Stack } from '../../../ui/index.ts';

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
  const id = useId();
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
          <Stack gap="2">
            <chakra.label htmlFor={id} fontWeight="semibold">
              {t('protocol.address')}
            </chakra.label>
            <Input id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
            <Flex gap="2" wrap="wrap">
              <CopyButton text={url} label={t('protocol.address')} />
              <LinkButton size="sm" href={pageAddress('authorisedAgents')}>
                {t('protocol.agents')}
              </LinkButton>
            </Flex>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
