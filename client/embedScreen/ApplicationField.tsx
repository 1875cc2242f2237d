import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../shared/registry/entities.ts';
import type { ApplicationDocument } from '../../shared/application/schema.ts';
import { useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { chakra, Link } from '../ui/index.ts';
import { AsyncSelectField, useFormContext, useWatch } from '../ui/form/index.ts';

const PAGE = 20;

/**
 * The application of a new form; until a name is entered, the form is named after it.
 * @param without the kind of the form: an application has one of each
 */
export function ApplicationField({ without, help }: { without: ApplicationDocument; help: string }) {
  const { t } = useTranslation('embedScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const { setValue, getFieldState } = useFormContext();
  const name = useWatch({ name: 'name' }) as string;
  return (
    <AsyncSelectField
      name="applicationId"
      label={t('application')}
      help={help}
      required
      load={async ({ query, page, id }) => {
        const { collection, meta } = await cache.application.pick.fetch({
          ws,
          id,
          without,
          query,
          currentPage: page,
          pageSize: PAGE,
          sortBy: 'name',
          sortDirection: 'ASC',
        });
        return {
          options: collection.map((one) => ({ value: one.id, label: one.name })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      }}
      onChosen={([chosen]) => {
        if (chosen && (name === '' || !getFieldState('name').isTouched))
          setValue('name', chosen.label, { shouldDirty: true, shouldValidate: true });
      }}
    />
  );
}

/** The application of an existing form, which cannot be changed. */
export function ApplicationLink({ application: { id, name } }: { application: { id: string; name: string } }) {
  const { t } = useTranslation('embedScreen');
  return (
    <chakra.div>
      <chakra.div fontWeight="semibold" lineHeight="dense">
        {t('application')}
      </chakra.div>
      <Link href={recordAddress('application', id)}>{name}</Link>
    </chakra.div>
  );
}
