import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { NOTICE_KINDS } from '../../../shared/privacyNotice/draft.ts';
import { createNotice } from '../../../shared/privacyNotice/schema.ts';
import type { UncoveredApplication } from '../../../shared/privacyNotice/uncovered.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, LinkButton, Text, toast, useFormat } from '../../ui/index.ts';
import { Form, FormActions, SelectField, TextField } from '../../ui/form/index.ts';

const schema = createNotice
  .pick({ name: true, kind: true })
  .extend({ dataControllerId: z.string().min(1, { error: 'errors:required' }) });

interface NewNoticeProps {
  open: boolean;
  onClose: () => void;
  /** The application of the notice; undefined: offers those that fit its kind. */
  application?: UncoveredApplication;
}

/** Creates a notice pre-filled from the published register, and opens it. */
export default function NewNotice({ open, onClose, application }: NewNoticeProps) {
  const { t } = useTranslation(['privacyNoticeScreen', 'recordScreen']);
  const { ws } = useSession();
  const { text } = useFormat();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const controllers = trpc.dataController.pick.useQuery({ ws }, { enabled: application === undefined });
  const create = trpc.privacyNotice.create.useMutation();
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')} description={t('create.body')}>
      <Form
        schema={schema}
        label={t('create.title')}
        defaultValues={{ name: '', kind: 'customer', dataControllerId: application?.dataController.id ?? '' }}
        draftKey={`${ws}.privacyNotice.new${application ? `.${application.id}` : ''}`}
        onSubmit={async (values) => {
          const go = goLater();
          const created = await create.mutateAsync({
            ws,
            ...values,
            ...(application && { applicationId: application.id }),
          });
          cache.privacyNotice.get.setData({ ws, id: created.id }, created);
          void cache.privacyNotice.list.invalidate();
          toast.success(t('create.done'));
          onClose();
          go(recordAddress('privacyNotice', created.id));
        }}
      >
        <TextField name="name" label={t('create.name')} limit={200} required />
        <SelectField
          name="kind"
          label={t('create.kind')}
          required
          options={NOTICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {application ? (
          <div>
            <Text fontWeight="semibold">{t('create.application')}</Text>
            <Text>
              {application.name} · {text(application.dataController.name)}
            </Text>
          </div>
        ) : (
          <LoadedInDialog query={controllers} lines={1}>
            {(all) =>
              all.length === 0 ? (
                <Banner
                  tone="warn"
                  action={
                    <LinkButton size="sm" href={pageAddress('dataControllers')}>
                      {t('recordScreen:application.addController')}
                    </LinkButton>
                  }
                >
                  {t('recordScreen:application.noController')}
                </Banner>
              ) : (
                <SelectField
                  name="dataControllerId"
                  label={t('create.controller')}
                  required
                  options={all.map(({ id, name }) => ({ value: id, label: text(name) }))}
                />
              )
            }
          </LoadedInDialog>
        )}
        <FormActions submitLabel={t('create.submit')} />
      </Form>
    </Dialog>
  );
}
