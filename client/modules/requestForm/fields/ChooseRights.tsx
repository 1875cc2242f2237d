import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataRight } from '../../../../shared/dataRight/schema.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { LoadedInDialog } from '../../../records/LoadedRecord.tsx';
import { CheckboxInput } from '../../../ui/form/index.ts';
import {
  Button,
  chakra,
  Dialog,
  EmptyState,
  LinkButton,
  Stack,
  Tag,
  UnsavedGuard,
  useDialogClose,
  useFormat,
} from '../../../ui/index.ts';
import { useRights } from '../rights.tsx';

interface ChooseRightsProps {
  open: boolean;
  chosen: readonly string[];
  /** The label of the button for a given count. */
  labelOf: (count: number) => string;
  onClose: () => void;
  onChosen: (ids: string[]) => void;
}

/** Rights that a form may offer; the selected ones are added together. */
export default function ChooseRights({ open, ...rest }: ChooseRightsProps) {
  return open ? <Choices {...rest} /> : null;
}

function Choices({ chosen, labelOf, onClose, onChosen }: Omit<ChooseRightsProps, 'open'>) {
  const { t } = useTranslation('requestForm');
  const { query, isOffered } = useRights();
  const [ticked, setTicked] = useState<readonly string[]>(chosen);
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('right.choose')}
      description={t('right.chooseLead')}
      footer={
        <>
          <Cancel />
          <Button
            look="main"
            onClick={() => {
              onChosen([...ticked]);
              onClose();
            }}
          >
            {labelOf(ticked.length)}
          </Button>
        </>
      }
    >
      <UnsavedGuard active={ticked.join() !== chosen.join()} />
      <LoadedInDialog query={query}>
        {(all) => (
          <Offered rights={all.filter(({ id }) => isOffered(id) || chosen.includes(id))} {...{ ticked, setTicked }} />
        )}
      </LoadedInDialog>
    </Dialog>
  );
}

interface OfferedProps {
  rights: readonly DataRight[];
  ticked: readonly string[];
  setTicked: (ids: readonly string[]) => void;
}

function Offered({ rights, ticked, setTicked }: OfferedProps) {
  const { t } = useTranslation('requestForm');
  if (rights.length === 0)
    return (
      <EmptyState
        title={t('right.noneOffered')}
        body={t('right.noneOfferedBody')}
        action={<LinkButton href={pageAddress('dataRights')}>{t('right.toRights')}</LinkButton>}
      />
    );
  return (
    <Stack gap="2">
      {rights.map((right) => (
        <Choice
          key={right.id}
          right={right}
          checked={ticked.includes(right.id)}
          onChange={(on) => setTicked(on ? [...ticked, right.id] : ticked.filter((id) => id !== right.id))}
        />
      ))}
    </Stack>
  );
}

function Cancel() {
  const { t } = useTranslation('ui');
  return <Button onClick={useDialogClose()}>{t('cancel')}</Button>;
}

interface ChoiceProps {
  right: DataRight;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function Choice({ right: { name, description, section }, checked, onChange }: ChoiceProps) {
  const { t } = useTranslation('dataRight');
  const { text } = useFormat();
  return (
    <chakra.label
      display="flex"
      gap="3"
      p="3"
      borderWidth="1px"
      borderRadius="card"
      cursor="pointer"
      css={{ '&:has(:checked)': { borderColor: '{colors.accent}', background: '{colors.accent.soft}' } }}
    >
      <CheckboxInput type="checkbox" mt="0.5" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <chakra.span minWidth="0" overflowWrap="anywhere">
        {text(name)} <Tag>{section === null ? t('own') : t('section', { number: section })}</Tag>
        <chakra.span display="block" textStyle="dense" color="muted">
          {text(description)}
        </chakra.span>
      </chakra.span>
    </chakra.label>
  );
}
