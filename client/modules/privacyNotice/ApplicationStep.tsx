import { useTranslation } from 'react-i18next';
import type { ApplicationOffer, Notice } from '../../../shared/privacyNotice/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  BilingualField,
  CheckboxField,
  FormSection,
  MultiSelectField,
  NativeSelect,
  useController,
  useFieldArray,
  useWatch,
} from '../../ui/form/index.ts';
import { Button, Card, chakra, Flex, Link, Stack, Text, useFormat } from '../../ui/index.ts';
import { ElsewhereCard } from './ElsewhereCard.tsx';
import type { FormValues } from './formValues.ts';

/** Which applications the notice speaks of, and what the register cannot say of their purposes. */
export function ApplicationStep({ record }: { record: Notice }) {
  return (
    <Stack gap="5">
      <Applications record={record} />
      <Provisions record={record} />
      <ElsewhereCard id={record.id} />
      <Acknowledgements record={record} />
    </Stack>
  );
}

function Applications({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { append, remove } = useFieldArray({ name: 'applications' });
  const chosen = useWatch({ name: 'applications' }) as FormValues['applications'];
  const { data } = trpc.application.pick.useQuery(
    { ws, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { staleTime: 30_000 },
  );
  const names = new Map([...(data?.collection ?? []), ...record.applications].map(({ id, name }) => [id, name]));
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
            <NativeSelect
              aria-label={t('application.add')}
              value=""
              onChange={(event) => append({ id: event.target.value, groupIds: [], bases: [] })}
            >
              <option value="">{t('application.add')}</option>
              {(data?.collection ?? [])
                .filter(({ id }) => !chosen.some((one) => one.id === id))
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </NativeSelect>
          </Stack>
        </FieldAnchor>
      </FormSection>
    </Card>
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
  const { text } = useFormat();
  return (
    <FieldAnchor name={`applications.${place}`}>
      <Stack gap="3" borderBottomWidth="1px" pb="4">
        <Flex justifyContent="space-between" gap="3">
          <Link href={recordAddress('application', id)}>{name}</Link>
          <Button size="sm" onClick={onRemove}>
            {t('application.remove')}
          </Button>
        </Flex>
        {!offer && <Text color="muted">{t('application.saveFirst')}</Text>}
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

/** Per purpose, whether the data must be given and what follows where it is not. */
function Provisions({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { text } = useFormat();
  const provisions = useWatch({ name: 'provisions' }) as FormValues['provisions'];
  const offers = new Map(record.applications.flatMap(({ purposes }) => purposes.map((one) => [one.id, one] as const)));
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

interface ProvisionProps {
  place: number;
  offer: ApplicationOffer['purposes'][number];
  title: string;
}

function Provision({ place, offer, title }: ProvisionProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { field } = useController({ name: `provisions.${place}.required` });
  const required = field.value as boolean | null;
  return (
    <Stack gap="3" borderBottomWidth="1px" pb="4">
      <Link href={recordAddress('purpose', offer.id)}>{title}</Link>
      <chakra.label>
        {t('provision.required')}
        <NativeSelect
          value={required === null ? '' : String(required)}
          onChange={({ target: { value } }) => field.onChange(value === '' ? null : value === 'true')}
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
      {offer.details.map((detail) => (
        <BilingualField
          key={detail}
          name={`provisions.${place}.${detail}`}
          label={t(`detail.${detail}`)}
          help={t(`detail.${detail}Help`)}
          limit={300}
        />
      ))}
    </Stack>
  );
}

function Acknowledgements({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { text } = useFormat();
  const namesOf = (of: 'children' | 'sensitive') => {
    const names = record.applications.flatMap(({ purposes }) =>
      purposes.filter((purpose) => purpose[of]).map(({ title }) => text(title)),
    );
    return names.length > 0 ? t('acknowledge.concerns', { names: names.join(', ') }) : t('acknowledge.none');
  };
  return (
    <Card>
      <FormSection title={t('acknowledge.title')}>
        <CheckboxField name="ageAcknowledged" label={t('acknowledge.age')} help={namesOf('children')} required />
        <CheckboxField
          name="sensitiveAcknowledged"
          label={t('acknowledge.sensitive')}
          help={namesOf('sensitive')}
          required
        />
      </FormSection>
    </Card>
  );
}
