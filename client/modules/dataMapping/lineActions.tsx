import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, Menu } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';

/** Actions on lines. */
export interface LineActs {
  add: (purposeId: string) => void;
  edit: (key: string) => void;
  duplicate: (key: string) => void;
  remove: (key: string) => void;
  setChannel: (key: string, channelId: string) => void;
  channels: readonly { id: string; label: string }[];
}

export function LineMenu({ id, name, acts }: { id: string; name: string; acts: LineActs }) {
  const { t } = useTranslation('dataMapping');
  return (
    <Menu
      items={[
        { key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, onSelect: () => acts.edit(id) },
        { key: 'duplicate', label: t('duplicate'), icon: <Copy aria-hidden />, onSelect: () => acts.duplicate(id) },
        {
          key: 'remove',
          label: t('remove'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          separated: true,
          onSelect: () => acts.remove(id),
        },
      ]}
      trigger={(props) => (
        <IconButton size="sm" noTooltip label={t('actionsOf', { name })} icon={<Ellipsis aria-hidden />} {...props} />
      )}
    />
  );
}

/** Asks for the channel, the only field missing in a drafted line, inside the cell. */
export function ChannelPicker({ name, acts, onPick }: { name: string; acts: LineActs; onPick: (id: string) => void }) {
  const { t } = useTranslation('dataMapping');
  return (
    <NativeSelect
      dense
      aria-invalid
      aria-label={`${t('gaps.chooseChannel')}: ${name}`}
      value=""
      onChange={(event) => onPick(event.target.value)}
    >
      <option value="" disabled>
        {t('gaps.chooseChannel')}
      </option>
      {acts.channels.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
