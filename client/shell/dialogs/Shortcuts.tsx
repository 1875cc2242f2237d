import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { chakra } from '../../ui/layout.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { setSingleKeys, singleKeysOn } from '../shortcutKeys.ts';
import type { ShellDialogProps } from './ShellDialogs.tsx';

/** The keyboard shortcuts, and the switch for those of a single letter. */
export default function Shortcuts({ open, onClose }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const [on, setOn] = useState(singleKeysOn);
  const rows = [
    { label: t('shortcuts.palette'), keys: <Kbd keys={['mod', 'K']} /> },
    { label: t('shortcuts.help'), keys: <Kbd keys={['?']} /> },
    {
      label: t('shortcuts.home'),
      keys: (
        <>
          <Kbd keys={['g']} /> {t('shortcuts.then')} <Kbd keys={['h']} />
        </>
      ),
    },
    { label: t('shortcuts.submit'), keys: <Kbd keys={['mod', 'Enter']} /> },
    { label: t('shortcuts.close'), keys: <Kbd keys={['Esc']} /> },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} width={480}>
      <chakra.dl display="grid" gridTemplateColumns="1fr auto" rowGap="3" columnGap="6" alignItems="center">
        {rows.map(({ label, keys }) => (
          <chakra.div key={label} display="contents">
            <dt>{label}</dt>
            <chakra.dd textAlign="end" color="muted" textStyle="dense">
              {keys}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <chakra.label display="flex" alignItems="center" gap="3" mt="5" pt="4" borderTopWidth="1px">
        <Switch
          checked={on}
          aria-label={t('shortcuts.single')}
          onCheckedChange={(next) => {
            setSingleKeys(next);
            setOn(next);
          }}
        />
        <span>{t('shortcuts.single')}</span>
      </chakra.label>
    </Dialog>
  );
}
