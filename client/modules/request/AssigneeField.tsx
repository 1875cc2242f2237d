import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/index.ts';
import { useAssignees } from './useAssignees.ts';

/** Who answers the rights from now on. */
export function AssigneeField() {
  const { t } = useTranslation('requestScreen');
  const assignees = useAssignees();
  return <SelectField name="assigneeId" label={t('field.assignee')} help={t('assigneeHelp')} required {...assignees} />;
}
