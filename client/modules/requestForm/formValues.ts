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

/** What the form holds: name, internal description and draft. */
export type FormValues = RequestFormDraft & { name: string; description: string };

/** The schema of the form: a draft may miss everything but its name. */
export const formSchema = requestFormDraft.extend({ name, description }) as unknown as z.ZodType<
  FormValues,
  FormValues
>;

/** The values a form starts from. */
export const valuesOf = ({
  name: named,
  description: described,
  draft,
}: Pick<RequestForm, 'name' | 'description' | 'draft'>): FormValues => ({
  ...draft,
  name: named,
  description: described,
});

/** A right as a form shows it. */
export type RightContent = RequestFormContent['rights'][number];
/** What a form takes from a right of the workspace. */
export type RightWords = Omit<RightContent, 'id' | 'options' | 'fee'>;

/** What a form shows, whether a draft or a version: for the preview, for reading and for comparing. */
export interface FormContent extends Omit<RequestFormContent, 'application' | 'controller'> {
  name?: string;
  description?: string;
  applicationName: string;
  controllerName: Bilingual;
  /** Of a version. */
  controller?: RequestFormContent['controller'];
}

/** A draft as it would be shown, rights looked up. */
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

/** A version as it was shown. */
export const contentOfVersion = ({ application, controller, ...content }: RequestFormContent): FormContent => ({
  ...content,
  applicationName: application.name,
  controllerName: controller.name,
  controller,
});
