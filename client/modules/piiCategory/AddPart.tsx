import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPiiAttribute, createPiiSubCategory } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { announce, Box, Button, chakra, IconButton, useDialogScope } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { BilingualField, CheckboxField, Form, FormFailure, TextField, useFormContext } from '../../ui/form/index.ts';

const attributeSchema = createPiiAttribute.pick({ name: true, description: true, sensitive: true });
const subCategorySchema = createPiiSubCategory.pick({ name: true });

interface Props {
  piiCategoryId: string;
  /** The kind of part: an attribute, in a sub-category or without one; or a sub-category. */
  part: { kind: 'attribute'; subCategoryId: string | null; sensitive: boolean } | { kind: 'subCategory' };
  label: string;
  onClose: () => void;
}

/** One line that adds a part at its final position, and stays open for the next one; Esc closes it. */
export function AddPart({ piiCategoryId, part, label, onClose }: Props) {
  const { t } = useTranslation(['piiCategory', 'ui']);
  const { ws } = useSession();
  const [added, setAdded] = useState(0);
  const scope = useDialogScope(onClose);
  const frame = useRef<HTMLDivElement>(null);
  const createAttribute = trpc.piiCategory.attribute.create.useMutation();
  const createSubCategory = trpc.piiCategory.subCategory.create.useMutation();
  const cache = trpc.useUtils();
  const isAttribute = part.kind === 'attribute';
  const draftKey = `${ws}.piiCategory.${piiCategoryId}.${isAttribute ? (part.subCategoryId ?? 'attribute') : 'subCategory'}`;
  useEffect(() => {
    frame.current?.querySelector('input')?.focus();
  }, [added]);

  return (
    <Box
      ref={frame}
      bg="subtle"
      px={{ base: '4', md: '5' }}
      py="3"
      borderBottomWidth="1px"
      // Ignores keys of the confirmation dialog, which is rendered elsewhere.
      onKeyDown={(event) =>
        event.key === 'Escape' && event.currentTarget.contains(event.target as Node) && scope.close()
      }
    >
      {scope.provide(
        <Form
          key={added}
          schema={isAttribute ? attributeSchema : subCategorySchema}
          label={label}
          draftKey={draftKey}
          defaultValues={
            {
              name: { th: '', en: '' },
              ...(isAttribute && { description: { th: '', en: '' }, sensitive: part.sensitive }),
            } as never
          }
          onSubmit={async (values) => {
            if (isAttribute)
              await createAttribute.mutateAsync({ ws, piiCategoryId, piiSubCategoryId: part.subCategoryId, ...values });
            else await createSubCategory.mutateAsync({ ws, piiCategoryId, name: values.name });
            forgetDraft(draftKey);
            void cache.piiCategory.invalidate();
            // Visible at its position; announced to screen readers.
            announce(t(isAttribute ? 'outline.attributeAdded' : 'outline.subCategoryAdded'));
            if (isAttribute) setAdded((count) => count + 1);
            else onClose();
          }}
        >
          <chakra.div
            display="grid"
            gap="3"
            alignItems="start"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr) auto' }}
          >
            <TextField
              name="name.th"
              label={t(isAttribute ? 'outline.attributeName' : 'outline.subCategoryName')}
              required
            />
            <TextField name="name.en" label={t('outline.english')} />
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" pt={{ base: '0', md: '8' }}>
              {isAttribute && <CheckboxField name="sensitive" label={t('outline.sensitive')} />}
              <Submit />
              <IconButton label={t('ui:close')} icon={<X />} onClick={scope.close} />
            </chakra.div>
          </chakra.div>
          {isAttribute && (
            <BilingualField name="description" label={t('outline.description')} help={t('outline.descriptionHelp')} />
          )}
          <FormFailure />
        </Form>,
      )}
    </Box>
  );
}

function Submit() {
  const { t } = useTranslation('piiCategory');
  const { formState } = useFormContext();
  return (
    <Button type="submit" look="main" loading={formState.isSubmitting}>
      {t('outline.save')}
    </Button>
  );
}
