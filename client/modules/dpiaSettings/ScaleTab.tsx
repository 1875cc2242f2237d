import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { DpiaScale, DpiaVariant } from '../../../shared/dpia/framework.ts';
import { defaultBands, RISK_LEVELS, type ScaleWidth } from '../../../shared/dpia/risk.ts';
import { scaleFields, type scaleSetting } from '../../../shared/dpiaSettings/schema.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import type { FormField } from '../../records/mergeFields.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  BilingualField,
  FieldFrame,
  FormActions,
  Input,
  NativeSelect,
  useField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import type { FieldPath } from '../../ui/form/invalidFields.ts';
import { Button, Card, chakra, Flex, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { RiskMap } from '../dpia/RiskMap.tsx';

export type ScaleAxis = 'likelihood' | 'impact';
const AXES: readonly ScaleAxis[] = ['likelihood', 'impact'];

type ScaleSetting = z.output<typeof scaleSetting>;
type Values = z.output<typeof scaleFields>;

interface ScaleTabProps {
  variant: DpiaVariant;
  axis: ScaleAxis;
}

/** The words of one axis; for the impact axis also the upper limits of the score bands. One form for both tabs. */
export function ScaleTab({ variant, axis }: ScaleTabProps) {
  const { ws } = useSession();
  const query = trpc.dpiaSettings.scales.useQuery({ ws, variant });
  return <LoadedRecord query={query}>{(record) => <ScaleForm record={record} axis={axis} />}</LoadedRecord>;
}

const inOrder = (scales: readonly DpiaScale[]): DpiaScale[] => scales.toSorted((one, other) => one.width - other.width);
const valuesOf = ({ width, scales }: ScaleSetting): Values => ({ width, scales: inOrder(scales) });

function ScaleForm({ record, axis }: { record: ScaleSetting; axis: ScaleAxis }) {
  const { t } = useTranslation('dpiaSettings');
  const form = useForm(record);
  const go = useGo();
  const page = usePath();
  const setWidth = useRef<SetWidth>(undefined);
  /** Displays the scale and the axis of a field: only those of one width and one axis are on the page. */
  const display = ([, place, part]: FieldPath, { width, scales }: Values) => {
    const scale = scales[Number(place)];
    if (!scale) return;
    if (scale.width !== width) {
      setWidth.current?.(scale.width);
      toast.info(t('scale.otherWidth', { width: scale.width }));
    }
    go(`${page}?tab=${part === 'likelihood' ? 'likelihood' : 'impact'}`);
  };
  return (
    <RecordForm form={form} schema={scaleFields as never} label={t(`tab.${axis}`)} onInvalid={display} wide>
      <Scale axis={axis} setWidth={setWidth} />
      <FormActions />
    </RecordForm>
  );
}

function useForm(newest: ScaleSetting) {
  const { t } = useTranslation('dpiaSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.dpiaSettings.updateScales.useMutation();
  const { variant } = newest;
  const widthIn = (width: number) => t('scale.widthOf', { width });
  return useRecordForm<ScaleSetting, Values>({
    record: newest,
    draftKey: `${ws}.dpiaScale.${variant}`,
    valuesOf,
    fields: (theirs) => [
      { key: 'width', label: t('scale.width'), text: ({ width }) => widthIn(width) },
      ...inOrder(theirs.scales).flatMap(({ width }, place): FormField<Values>[] => [
        {
          key: `scales.${place}.bands`,
          label: `${widthIn(width)}: ${t('scale.bands')}`,
          text: ({ scales }) => scales[place]!.bands.join(', '),
        },
        ...AXES.flatMap((one) =>
          Array.from({ length: width }, (_, row): FormField<Values> => ({
            key: `scales.${place}.${one}.${row}`,
            label: `${widthIn(width)}: ${t(`tab.${one}`)} ${row + 1}`,
            text: ({ scales }) => {
              const { title, description } = scales[place]![one][row]!;
              return [title.th, title.en, description.th, description.en].filter(Boolean).join('\n');
            },
          })),
        ),
      ]),
    ],
    update: (values, rowVersion) => update.mutateAsync({ ws, variant, ...values, rowVersion }),
    cache: (saved) => {
      cache.dpiaSettings.scales.setData({ ws, variant }, saved);
      void cache.dpiaSettings.get.invalidate();
    },
    messages: { saved: t('saved') },
  });
}

type SetWidth = (width: ScaleWidth) => void;

/** The scale of the selected width, from the current form values. `setWidth` selects another one. */
function Scale({ axis, setWidth }: { axis: ScaleAxis; setWidth: RefObject<SetWidth | undefined> }) {
  const { setValue } = useFormContext();
  setWidth.current = (next) => setValue('width', next, { shouldDirty: true });
  const [width, scales] = useWatch({ name: ['width', 'scales'] }) as [ScaleWidth, DpiaScale[]];
  const place = scales.findIndex((scale) => scale.width === width);
  const scale = scales[place]!;
  return (
    <Stack gap="4">
      {scales.length > 1 && <WidthField widths={scales.map((one) => one.width)} />}
      {axis === 'impact' && <Bands path={`scales.${place}.bands`} scale={scale} />}
      <Levels path={`scales.${place}.${axis}`} axis={axis} width={width} />
    </Stack>
  );
}

function WidthField({ widths }: { widths: readonly ScaleWidth[] }) {
  const { t } = useTranslation('dpiaSettings');
  const field = { name: 'width', label: t('scale.width'), help: t('scale.widthHelp') };
  const handle = useField<ScaleWidth>(field);
  return (
    <Card>
      <FieldFrame {...field} handle={handle}>
        <NativeSelect
          {...handle.control}
          name="width"
          maxWidth="20rem"
          value={handle.value}
          onChange={(event) => handle.set(Number(event.target.value) as ScaleWidth)}
          onBlur={handle.blur}
        >
          {widths.map((width) => (
            <option key={width} value={width}>
              {t('scale.widthOf', { width })}
            </option>
          ))}
        </NativeSelect>
      </FieldFrame>
    </Card>
  );
}

/** The upper limits of the bands, and the resulting map. */
function Bands({ path, scale }: { path: string; scale: DpiaScale }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { setValue } = useFormContext();
  const highest = scale.width ** 2;
  const reset = () => setValue(path, [...defaultBands(scale.width)], { shouldDirty: true, shouldValidate: true });
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 18rem) minmax(0, 1fr)' }}
    >
      <Card title={t('scale.bands')}>
        <Stack gap="4" data-field={path}>
          <Text textStyle="dense" color="muted">
            {t('scale.bandsHelp', { highest })}
          </Text>
          <BandFields path={path} highest={highest} />
          <Ranges bands={scale.bands} highest={highest} />
          <Flex>
            <Button size="sm" onClick={reset}>
              {t('scale.reset')}
            </Button>
          </Flex>
        </Stack>
      </Card>
      <RiskMap title={t('scale.map')} scale={scale} risks={[]} />
    </chakra.div>
  );
}

/** The highest score of every band except the last: one field, because they are valid or invalid together. */
function BandFields({ path, highest }: { path: string; highest: number }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const field = { name: path, label: t('scale.bandEnds'), required: true };
  const handle = useField<readonly (number | null)[]>(field);
  const { id: _, ...control } = handle.control;
  const change = (place: number, typed: string) => {
    const digits = thaiDigits(typed).replace(/\D/g, '').slice(0, 2);
    const end = digits === '' ? null : Math.min(Number(digits), highest);
    handle.set(handle.value.map((one, at) => (at === place ? end : one)));
  };
  return (
    <FieldFrame {...field} handle={handle} group>
      {RISK_LEVELS.slice(0, -1).map((level, place) => (
        <chakra.label key={level} display="flex" gap="3" alignItems="center" justifyContent="space-between">
          {t('scale.band', { level: t(`dpiaAssessment:risk.${level}`) })}
          <Input
            {...control}
            dense
            width="5rem"
            inputMode="numeric"
            autoComplete="off"
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            value={handle.value[place] ?? ''}
            onChange={(event) => change(place, event.target.value)}
            onBlur={handle.blur}
          />
        </chakra.label>
      ))}
    </FieldFrame>
  );
}

/** The score range of each risk level, from the current values of the form. */
function Ranges({ bands, highest }: { bands: readonly (number | null)[]; highest: number }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  return (
    <chakra.ul listStyle="none" textStyle="dense" data-numeric="">
      {RISK_LEVELS.map((level, place) => (
        <li key={level}>
          {t('scale.range', {
            level: t(`dpiaAssessment:risk.${level}`),
            from: (place === 0 ? 0 : (bands[place - 1] ?? 0)) + 1,
            to: place < bands.length ? (bands[place] ?? '–') : highest,
          })}
        </li>
      ))}
    </chakra.ul>
  );
}

function Levels({ path, axis, width }: { path: string; axis: ScaleAxis; width: number }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { number } = useFormat();
  return (
    <Stack gap="4">
      {Array.from({ length: width }, (_, row) => (
        <Card key={row} title={t('scale.level', { axis: t(`dpiaAssessment:map.${axis}`), level: number(row + 1) })}>
          <Stack gap="3">
            <BilingualField name={`${path}.${row}.title`} label={t('field.title')} limit={200} required />
            <BilingualField name={`${path}.${row}.description`} label={t('scale.means')} multiline rows={2} />
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
