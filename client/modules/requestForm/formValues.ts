import type { z } from 'zod';
import {
  createRequestForm,
  type RequestForm,
  type RequestFormContent,
  requestFormDraft,
  type RequestFormDraft,
} from '../../../shared/requestForm/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';

const { name, description } = createRequestForm.shape;

/** The form values: name, internal description and draft. */
export type FormValues = RequestFormDraft & { name: string; description: string };

/** The schema of the form: everything except the name is optional in a draft. */
export const formSchema = requestFormDraft.extend({ name, description }) as unknown as z.ZodType<
  FormValues,
  FormValues
>;

/** The initial form values. */
export const valuesOf = ({
  name: named,
  description: described,
  draft,
}: Pick<RequestForm, 'name' | 'description' | 'draft'>): FormValues => ({
  ...draft,
  name: named,
  description: described,
});

/** A right as displayed in a form. */
export type RightContent = RequestFormContent['rights'][number];
/** The texts that a form copies from a right of the workspace. */
export type RightWords = Omit<RightContent, 'id' | 'options' | 'fee'>;

/** The content of a form, either a draft or a version: for preview, display and comparison. */
export interface FormContent extends Omit<RequestFormContent, 'application' | 'controller'> {
  name?: string;
  description?: string;
  applicationName: string;
  controllerName: Bilingual;
  /** Present in versions only. */
  controller?: RequestFormContent['controller'];
}

/** The content of a draft, rights resolved. */
export const contentOfDraft = (
  { customFontName, customFontUrl, rightRequests, ...draft }: FormValues,
  { application, controllerName }: Pick<RequestForm, 'application' | 'controllerName'>,
  rightOf: (id: string) => RightWords,
): FormContent => ({
  ...draft,
  rights: rightRequests.map(({ rightRequestId, customRequests, fee }) => ({
    ...rightOf(rightRequestId),
    id: rightRequestId,
    options: customRequests,
    fee,
  })),
  font: customFontName || customFontUrl ? { name: customFontName, url: customFontUrl } : null,
  applicationName: application.name,
  controllerName,
});

/** The content of a version as it was displayed. */
export const contentOfVersion = ({ application, controller, ...content }: RequestFormContent): FormContent => ({
  ...content,
  applicationName: application.name,
  controllerName: controller.name,
  controller,
});
