import { createContext, useContext } from 'react';
import type { DpiaRegister } from '../../../../shared/dpia/content.ts';
import type { UploadedFile } from '../../../ui/form/FileField.tsx';
import type { DpiaSuggestion } from '../../../../shared/dpia/decision.ts';
import type { DpiaFramework } from '../../../../shared/dpia/framework.ts';

/** The context of the assessment's fields: the settings it is based on, and the register's data. */
export interface AssessedContext {
  framework: DpiaFramework;
  register: DpiaRegister;
  /** The register's suggestion when the assessment was created. */
  suggestion: DpiaSuggestion;
  /** Names of people, security measures and files by their ids. */
  names: ReadonlyMap<string, string>;
  /** Files of consultations by their ids, including those that are not saved yet. */
  files: Map<string, UploadedFile>;
}

const Context = createContext<AssessedContext | null>(null);
export const AssessedProvider = Context.Provider;

/** @throws outside the page of an assessment */
export function useAssessed(): AssessedContext {
  const assessed = useContext(Context);
  if (!assessed) throw new Error('useAssessed outside of AssessedProvider');
  return assessed;
}
