import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce, Banner, Button, chakra, Dialog, Stack, Text, useFormat } from '../ui/index.ts';
import { ConflictField } from './ConflictField.tsx';
import { Details } from './Details.tsx';
import type { Remembered } from './storedEdit.ts';
import { type FormField, labelsOf, withMembers } from './mergeFields.ts';
import { savedOf } from './savedOf.ts';
import { type Choice, merge, type Merged, type Outcome, printField, settled as settle } from './threeWay.ts';
import { lazyScreen } from '../ui/lazyScreen.tsx';

const DiffView = lazyScreen(async () => ({ default: (await import('../ui/DiffView.tsx')).DiffView }));

export interface MergeDialogProps<Values> {
  /** The newer record, for who saved it and when. */
  record: object;
  base: Values;
  theirs: Values;
  mine: Values;
  fields: readonly FormField<Values>[];
  /** Choices from before the dialog was last closed. */
  settled: Readonly<Record<string, Remembered>>;
  onSettle: (key: string, how: Remembered) => void;
  /** Why the merged record could not be saved. */
  failure: string;
  onSave: (values: Values) => Promise<void>;
  onClose: () => void;
}

/**
 * Merges two edits of one record: where the fields come from, and a choice where both changed the same. Closing leaves
 * the form unchanged.
 */
export function MergeDialog<Values>({ fields: declared, ...rest }: MergeDialogProps<Values>) {
  const { record, base, theirs, mine, failure, onSave, onClose } = rest;
  const fields = withMembers(declared, theirs, mine, base);
  const { t } = useTranslation('recordScreen');
  const { dateTime } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  // Before the next render too: held keys repeat faster.
  const isSaving = useRef(false);
  const [tried, setTried] = useState(false);
  const merged = merge(base, theirs, mine, fields);
  const conflicts = fields.filter(({ key }) => merged.outcomes.get(key) === 'conflict');
  const choices = useChoices({ ...rest, fields });
  const { name, at } = savedOf(record);
  const who = name ?? t('stale.somebody');

  const save = async () => {
    if (isSaving.current) return;
    setTried(true);
    const open = conflicts.filter(({ key }) => !choices.of(key));
    const [first] = open;
    if (first) {
      announce(t('merge.chooseFirst', { count: open.length, number: open.length }), 'assertive');
      return focusConflict(box.current, first.key);
    }
    setBusy(true);
    isSaving.current = true;
    try {
      await onSave(settle(merged, mine, fields, choices.all(conflicts)));
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      busy={busy}
      width={conflicts.length > 0 ? 860 : 640}
      title={t('stale.title')}
      description={at ? t(name ? 'stale.savedBy' : 'stale.savedAt', { name, time: dateTime(at) }) : undefined}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('merge.close')}
          </Button>
          <Button
            look="main"
            loading={busy}
            data-autofocus={conflicts.length === 0 ? '' : undefined}
            onClick={() => void save()}
          >
            {t('merge.save')}
          </Button>
        </>
      }
    >
      <Stack
        ref={box}
        gap="5"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      >
        <Outcomes fields={fields} outcomes={merged.outcomes} conflicts={conflicts.length} who={who} />
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Conflicts {...{ conflicts, choices, theirs, mine, who, tried }} />
        <Brought fields={fields} merged={merged} mine={mine} />
      </Stack>
    </Dialog>
  );
}

function focusConflict(box: HTMLElement | null, key: string): void {
  const field = box?.querySelector<HTMLElement>(`[data-conflict="${CSS.escape(key)}"]`);
  field?.querySelector<HTMLElement>('input[type=radio]')?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** The choices for conflicts, as far as the other side has not changed since. */
function useChoices<Values>({ theirs, fields, settled, onSettle }: MergeDialogProps<Values>) {
  const [chosen, setChosen] = useState(settled);
  const printed = (key: string) => printField(theirs, fields.find((field) => field.key === key) ?? { key });
  const of = (key: string) => (chosen[key]?.theirs === printed(key) ? chosen[key] : undefined);
  const textOf = (key: string) => chosen[key]?.text;
  const put = (key: string, how: Omit<Remembered, 'theirs'>) => {
    const entry = { ...how, theirs: printed(key) };
    setChosen((before) => ({ ...before, [key]: entry }));
    onSettle(key, entry);
  };
  const all = (conflicts: readonly FormField<Values>[]) =>
    new Map(
      conflicts.flatMap(({ key }) => {
        const how = of(key);
        if (!how) return [];
        const choice: Choice = how.take === 'text' ? { take: 'text', text: how.text ?? '' } : { take: how.take };
        return [[key, choice] as const];
      }),
    );
  const takeAll = (conflicts: readonly FormField<Values>[], take: 'theirs' | 'mine') => {
    for (const { key } of conflicts) {
      const text = textOf(key);
      put(key, { take, ...(text !== undefined && { text }) });
    }
  };
  return { of, textOf, put, all, takeAll };
}

/** One sentence: how many fields need a choice, and whose values the others have. */
function Outcomes<Values>({
  fields,
  outcomes,
  conflicts,
  who,
}: Pick<MergeDialogProps<Values>, 'fields'> & {
  outcomes: ReadonlyMap<string, Outcome>;
  conflicts: number;
  who: string;
}) {
  const { t } = useTranslation('recordScreen');
  const { locale } = useFormat();
  const list = (labels: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(labels);
  const parts = (
    [
      ['fromThem', 'theirs'],
      ['fromYou', 'mine'],
      ['joined', 'joined'],
      ['alike', 'alike'],
    ] as const
  ).flatMap(([key, outcome]) => {
    const labels = labelsOf(fields, outcomes, outcome);
    return labels.length > 0 ? t(`merge.${key}`, { fields: list(labels), name: who }) : [];
  });
  const lead = conflicts === 0 ? t('merge.none') : t('merge.some', { count: conflicts, number: conflicts });
  const rest = parts.length > 0 ? `: ${parts.join(locale === 'th' ? ' · ' : '; ')}` : '';
  return <Text>{`${lead}${rest}${locale === 'th' ? '' : '.'}`}</Text>;
}

interface ConflictsProps<Values> extends Pick<MergeDialogProps<Values>, 'theirs' | 'mine'> {
  conflicts: readonly FormField<Values>[];
  choices: ReturnType<typeof useChoices<Values>>;
  who: string;
  /** Saving was attempted: conflicts without a choice are marked. */
  tried: boolean;
}

/** The fields that both changed differently, each with a choice. */
function Conflicts<Values>({ conflicts, choices, theirs, mine, who, tried }: ConflictsProps<Values>) {
  return (
    <>
      {conflicts.length > 1 && <TakeAll onTake={(take) => choices.takeAll(conflicts, take)} />}
      {conflicts.map((field) => (
        <ConflictField
          key={field.key}
          field={field}
          theirs={field.text(theirs)}
          mine={field.text(mine)}
          who={who}
          take={choices.of(field.key)?.take}
          text={choices.textOf(field.key)}
          missing={tried && !choices.of(field.key)}
          onSettle={(how) => choices.put(field.key, how)}
        />
      ))}
    </>
  );
}

/** Chooses one side for every conflict. */
function TakeAll({ onTake }: { onTake: (take: 'theirs' | 'mine') => void }) {
  const { t } = useTranslation('recordScreen');
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {(['theirs', 'mine'] as const).map((take) => (
        <Button key={take} size="sm" onClick={() => onTake(take)}>
          {t(`merge.all.${take}`)}
        </Button>
      ))}
    </chakra.div>
  );
}

/** The changes of the other edit, on demand. */
function Brought<Values>({
  fields,
  merged,
  mine,
}: Pick<MergeDialogProps<Values>, 'fields' | 'mine'> & { merged: Merged<Values> }) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const brought = fields.filter(({ key }) => ['theirs', 'joined'].includes(merged.outcomes.get(key) ?? ''));
  if (brought.length === 0) return null;
  return (
    <Details summary={t('merge.showTheirs')}>
      <DiffView
        beforeLabel={t('common:yours')}
        afterLabel={t('merge.result')}
        fields={brought.map(({ key, label, text }) => ({ key, label, before: text(mine), after: text(merged.values) }))}
      />
    </Details>
  );
}
