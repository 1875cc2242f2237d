import { useTranslation } from 'react-i18next';
import { Card, Stack } from '../ui/index.ts';
import { SwitchRow } from './SwitchRow.tsx';

interface ChannelsCardProps<Channel extends string> {
  channels: readonly { key: Channel; label: string; help: string }[];
  /** Which of them are open. */
  open: Readonly<Record<Channel, boolean>>;
  disabled: boolean;
  onChange: (open: Record<Channel, boolean>) => void;
}

/** The channels of a form, each with a switch. */
export function ChannelsCard<Channel extends string>({
  channels,
  open,
  disabled,
  onChange,
}: ChannelsCardProps<Channel>) {
  const { t } = useTranslation('embedScreen');
  return (
    <Card title={t('openChannels')}>
      <Stack gap="3">
        {channels.map(({ key, label, help }) => (
          <SwitchRow
            key={key}
            id={`channel-${key}`}
            label={label}
            help={help}
            checked={open[key]}
            disabled={disabled}
            onChange={(on) => onChange({ ...open, [key]: on })}
          />
        ))}
      </Stack>
    </Card>
  );
}
