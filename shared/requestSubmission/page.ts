/** The address of a request form's own page, without a site around it. */
export const requestFormPage = (workspaceId: string, formId: string): string =>
  `/dsrm/form/page/${workspaceId}/${formId}`;
