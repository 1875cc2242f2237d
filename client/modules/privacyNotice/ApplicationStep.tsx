import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LAW_LETTERS, NOTICE_LIMITS, RESEARCH_KINDS } from '../../../shared/privacyNotice/draft.ts';
import type { ApplicationOffer, Notice } from '../../../shared/privacyNotice/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  BilingualField,
  FormSection,
  MultiSelectField,
  NativeSelect,
  type Option,
  useField,
  useFieldArray,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { useFormState } from '../../ui/form/Form.tsx';
import { useOptions } from '../../ui/form/useOptions.ts';
import { Banner, Button, Card, chakra, Flex, Link, Stack, Text, useFormat } from '../../ui/index.ts';
import { Acknowledgements } from './Acknowledgements.tsx';
import { ElsewhereCard } from './ElsewhereCard.tsx';
import { type FormValues, openProvision } from './formValues.ts';

/** Applications of one notice. A new one may start with fewer than its groups have. */
const MOST = NOTICE_LIMITS.applications;

interface StepProps {
  record: Notice;
  canEdit: boolean;
}

/** The applications that the notice covers, and the fields of their purposes that the register lacks. */
export function ApplicationStep({ record, canEdit }: StepProps) {
  return (
    <Stack gap="5">
      <Applications record={record} canEdit={canEdit} />
      <Provisions record={record} canEdit={canEdit} />
      <ElsewhereCard id={record.id} />
      <Acknowledgements record={record} />
    </Stack>
  );
}

function Applications({ record, canEdit }: StepProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { number } = useFormat();
  const { append, remove } = useFieldArray({ name: 'applications' });
  const chosen = useWatch({ name: 'applications' }) as FormValues['applications'];
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const names = new Map([...found, ...record.applications.map(({ id, name }) => [id, name] as const)]);
  return (
    <Card>
      <FormSection title={t('field.applications')}>
        <FieldAnchor name="applications">
          <Stack gap="4">
            {chosen.map(({ id }, place) => (
              <Application
                key={id}
                place={place}
                id={id}
                name={names.get(id) ?? ''}
                offer={record.applications.find((one) => one.id === id)}
                onRemove={() => remove(place)}
              />
            ))}
            {chosen.length >= MOST && <Banner>{t('application.most', { limit: number(MOST) })}</Banner>}
            {canEdit && chosen.length < MOST && (
              <AddApplication
                dataControllerId={record.dataController.id}
                without={chosen}
                onAdd={({ value: id, label }) => {
                  setFound(new Map(found).set(id, label));
                  append({ id, groupIds: [], bases: [] });
                }}
              />
            )}
          </Stack>
        </FieldAnchor>
      </FormSection>
    </Card>
  );
}

interface AddApplicationProps {
  /** Of the notice. */
  dataControllerId: string;
  /** Applications already selected. */
  without: readonly { id: string }[];
  onAdd: (application: Option) => void;
}

/** Searches an application by name, independent of how many there are. */
function AddApplication({ dataControllerId, without, onAdd }: AddApplicationProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const id = useId();
  const found = useOptions(async ({ query, page, signal }) => {
    const own = { ws, dataControllerId, query, currentPage: page, pageSize: 50 };
    const input = { ...own, sortBy: 'name', sortDirection: 'ASC' } as const;
    const { collection, meta } = await client.application.pick.query(input, { signal });
    return {
      options: collection.map((one) => ({ value: one.id, label: one.name })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  });
  return (
    <div>
      <chakra.label id={`${id}label`} htmlFor={id} srOnly>
        {t('application.add')}
      </chakra.label>
      <Combobox
        control={{ id, disabled: false }}
        labelId={`${id}label`}
        chosen={[]}
        options={found.options.filter(({ value }) => !without.some((one) => one.id === value))}
        query={found.query}
        onQuery={found.setQuery}
        onOpen={found.open}
        onToggle={onAdd}
        onClear={() => undefined}
        onBlur={() => undefined}
        placeholder={t('application.add')}
        status={found.status}
        onRetry={found.retry}
        onMore={found.more}
      />
    </div>
  );
}

interface ApplicationProps {
  id: string;
  place: number;
  name: string;
  offer: ApplicationOffer | undefined;
  onRemove: () => void;
}

function Application({ id, place, name, offer, onRemove }: ApplicationProps) {
  const { t } = useTranslation(['privacyNoticeScreen', 'purposeScreen', 'privacyNotice']);
  const { disabled } = useFormState();
  const { text } = useFormat();
  return (
    <FieldAnchor name={`applications.${place}`}>
      <Stack gap="3" borderBottomWidth="1px" pb="4" role="group" aria-label={name}>
        <Flex justifyContent="space-between" gap="3">
          <Link href={recordAddress('application', id)}>{name}</Link>
          {!disabled && (
            <Button size="sm" onClick={onRemove}>
              {t('application.remove')}
            </Button>
          )}
        </Flex>
        {!offer && <Text color="muted">{t('application.reading')}</Text>}
        {offer?.version === 0 && <Text color="warn.text">{t('privacyNotice:notPublished')}</Text>}
        {offer && offer.version > 0 && (
          <>
            <MultiSelectField
              name={`applications.${place}.groupIds`}
              label={t('application.groups')}
              help={t('application.groupsHelp')}
              options={offer.groups.map((group) => ({ value: group.id, label: text(group.name) }))}
            />
            <MultiSelectField
              name={`applications.${place}.bases`}
              label={t('application.bases')}
              help={t('application.basesHelp')}
              options={offer.bases.map((basis) => ({ value: basis, label: t(`purposeScreen:basis.${basis}.name`) }))}
            />
          </>
        )}
      </Stack>
    </FieldAnchor>
  );
}

/** For each purpose, whether the data must be provided and the consequences if it is not. */
function Provisions({ record, canEdit }: StepProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { text } = useFormat();
  const provisions = useWatch({ name: 'provisions' }) as FormValues['provisions'];
  const offers = new Map(record.applications.flatMap(({ purposes }) => purposes.map((one) => [one.id, one] as const)));
  const { append } = useFieldArray({ name: 'provisions' });
  const { formState, getValues, reset } = useFormContext<FormValues>();
  // A newly selected application adds its purposes, and so does one that is published with more of them.
  const missing = canEdit ? [...offers.keys()].filter((id) => !provisions.some((one) => one.purposeId === id)) : [];
  useEffect(() => {
    if (missing.length === 0) return;
    const open = missing.map(openProvision);
    if (formState.isDirty) append(open, { shouldFocus: false });
    // Nobody has typed: what the register adds is no unsaved change.
    else reset({ ...getValues(), provisions: [...provisions, ...open] });
  }, [missing.join()]);
  return (
    <Card>
      <FormSection title={t('provision.title')} description={t('provision.lead')}>
        <FieldAnchor name="provisions">
          <Stack gap="5">
            {provisions.map(({ purposeId }, place) => {
              const offer = offers.get(purposeId);
              return offer && <Provision key={purposeId} place={place} offer={offer} title={text(offer.title)} />;
            })}
          </Stack>
        </FieldAnchor>
      </FormSection>
    </Card>
  );
}

const optionsOf = <Choice extends string>(choices: readonly Choice[], labelOf: (choice: Choice) => string): Option[] =>
  choices.map((value) => ({ value, label: labelOf(value) }));

interface ProvisionProps {
  place: number;
  offer: ApplicationOffer['purposes'][number];
  title: string;
}

function Provision({ place, offer, title }: ProvisionProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { value: required, set, control } = useField<boolean | null>({ name: `provisions.${place}.required` });
  return (
    <Stack gap="3" borderBottomWidth="1px" pb="4" role="group" aria-label={title}>
      <Link href={recordAddress('purpose', offer.id)}>{title}</Link>
      <chakra.label>
        {t('provision.required')}
        <NativeSelect
          {...control}
          value={required === null ? '' : String(required)}
          onChange={({ target: { value } }) => set(value === '' ? null : value === 'true')}
        >
          <option value="">{t('provision.unset')}</option>
          <option value="true">{t('provision.yes')}</option>
          <option value="false">{t('provision.no')}</option>
        </NativeSelect>
      </chakra.label>
      {required === true && (
        <BilingualField
          name={`provisions.${place}.consequence`}
          label={t('provision.consequence')}
          multiline
          rows={2}
          required
        />
      )}
      {offer.details.map((detail) => {
        const field = {
          name: `provisions.${place}.${detail}`,
          label: t(`detail.${detail}`),
          help: t(`detail.${detail}Help`),
        };
        if (detail === 'letters')
          return (
            <MultiSelectField key={detail} {...field} options={optionsOf(LAW_LETTERS, (one) => t(`letter.${one}`))} />
          );
        if (detail === 'researchKinds')
          return (
            <MultiSelectField
              key={detail}
              {...field}
              options={optionsOf(RESEARCH_KINDS, (one) => t(`research.${one}`))}
            />
          );
        return <BilingualField key={detail} {...field} limit={300} />;
      })}
    </Stack>
  );
}
