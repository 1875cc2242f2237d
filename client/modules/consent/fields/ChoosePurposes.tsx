import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { PURPOSES_OF_FORM } from '../../../../shared/consent/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { type RouterOutputs, trpc } from '../../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  Dialog,
  EmptyState,
  ErrorState,
  LinkButton,
  SkeletonText,
  Stack,
  Text,
  UnsavedGuard,
  useDialogClose,
  useFormat,
} from '../../../ui/index.ts';
import { CheckboxInput, Input } from '../../../ui/form/index.ts';
import { usePurposeNames } from '../purposeNames.tsx';

const PAUSE_MS = 250;

interface Props {
  open: boolean;
  consentId: string;
  chosen: readonly string[];
  onClose: () => void;
  onChosen: (ids: string[]) => void;
}

/** Purposes that a form can ask for, those of its application first; checked ones are added together. */
export default function ChoosePurposes({ open, ...rest }: Props) {
  return open ? <Choices {...rest} /> : null;
}

function Choices({ consentId, chosen, onClose, onChosen }: Omit<Props, 'open'>) {
  const { t } = useTranslation(['consent', 'ui']);
  const { ws } = useSession();
  const { number } = useFormat();
  const { learn } = usePurposeNames();
  const [ticked, setTicked] = useState<readonly string[]>(chosen);
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const choices = trpc.consent.purposeChoices.useQuery(
    { ws, id: consentId, query },
    { placeholderData: keepPreviousData },
  );
  const tooMany = ticked.length > PURPOSES_OF_FORM;
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('purpose.choose')}
      description={t('purpose.chooseLead')}
      footer={
        <>
          <Cancel />
          <Button
            look="main"
            disabled={tooMany}
            onClick={() => {
              learn((choices.data ?? []).map((one) => ({ ...one, lawful: true })));
              onChosen([...ticked]);
              onClose();
            }}
          >
            {t('purpose.use', { number: number(ticked.length) })}
          </Button>
        </>
      }
    >
      <UnsavedGuard active={ticked.join() !== chosen.join()} />
      <Stack gap="4">
        <Input
          type="search"
          aria-label={t('purpose.search')}
          placeholder={t('purpose.search')}
          value={typed}
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
        />
        {tooMany && (
          <Banner tone="warn" role="alert">
            {t('purpose.tooMany', { limit: PURPOSES_OF_FORM })}
          </Banner>
        )}
        <FoundPurposes
          choices={choices}
          searched={query !== ''}
          ticked={ticked}
          onChange={(one, on) => {
            // Purposes that a search returned stay known, even when the next search does not find them.
            if (on) learn([{ ...one, lawful: true }]);
            setTicked(on ? [...ticked, one.id] : ticked.filter((id) => id !== one.id));
          }}
        />
      </Stack>
    </Dialog>
  );
}

type Row = RouterOutputs['consent']['purposeChoices'][number];

interface Ticking {
  ticked: readonly string[];
  onChange: (row: Row, on: boolean) => void;
}

interface FoundPurposesProps extends Ticking {
  choices: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown };
  /** A search text was entered. */
  searched: boolean;
}

/** The purposes to check; or the loading, error or empty state. */
function FoundPurposes({ choices, searched, ...ticking }: FoundPurposesProps) {
  const { t } = useTranslation('consent');
  const { data: rows } = choices;
  if (!rows) return choices.error ? <ErrorState onRetry={() => void choices.refetch()} /> : <SkeletonText lines={5} />;
  if (rows.length > 0) return <Groups rows={rows} {...ticking} />;
  if (searched) return <Text color="muted">{t('purpose.noMatch')}</Text>;
  return (
    <EmptyState
      title={t('purpose.noChoices')}
      body={t('purpose.noChoicesBody')}
      action={<LinkButton href={pageAddress('purposes')}>{t('purpose.toPurposes')}</LinkButton>}
    />
  );
}

/** Purposes of the form's own application, then the others. */
function Groups({ rows, ticked, onChange }: Ticking & { rows: readonly Row[] }) {
  const { t } = useTranslation('consent');
  const groups = [
    { key: 'ofApplication', rows: rows.filter((one) => one.ofApplication) },
    { key: 'others', rows: rows.filter((one) => !one.ofApplication) },
  ] as const;
  return groups.map(
    (group) =>
      group.rows.length > 0 && (
        <chakra.fieldset key={group.key} display="grid" gap="2" minWidth="0">
          <chakra.legend textStyle="dense" color="muted" mb="1">
            {t(`purpose.${group.key}`)}
          </chakra.legend>
          {group.rows.map((one) => (
            <Choice key={one.id} {...one} checked={ticked.includes(one.id)} onChange={(on) => onChange(one, on)} />
          ))}
        </chakra.fieldset>
      ),
  );
}

function Cancel() {
  const { t } = useTranslation('ui');
  return <Button onClick={useDialogClose()}>{t('cancel')}</Button>;
}

function Choice({
  title,
  description,
  checked,
  onChange,
}: {
  title: { th: string; en: string };
  description: { th: string; en: string };
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
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
        {text(title)}
        {text(description) && (
          <chakra.span display="block" textStyle="dense" color="muted" lineClamp={2}>
            {text(description)}
          </chakra.span>
        )}
      </chakra.span>
    </chakra.label>
  );
}
