import { appError } from '../../platform/errors.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { formOf } from './queries.ts';

/** An application with a request form cannot be deleted: requests refer to it. */
export const applicationListener: RecordListener = {
  /** @throws 409 `requestForm.ofApplication` naming the form */
  async removing(trx, { workspaceId }, applicationId) {
    const form = await formOf(trx, workspaceId, applicationId);
    if (form)
      throw appError('requestForm.ofApplication', { values: { name: form.name }, details: { requestForm: form } });
  },
};
