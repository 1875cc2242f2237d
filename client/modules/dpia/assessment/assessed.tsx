import { createContext, useContext } from 'react';
import type { DpiaRegister } from '../../../../shared/dpia/content.ts';
import type { UploadedFile } from '../../../ui/form/FileField.tsx';
import type { DpiaSuggestion } from '../../../../shared/dpia/decision.ts';
import type { DpiaFramework } from '../../../../shared/dpia/framework.ts';

/** What the fields of an assessment are about: what it is made by, and what the register says. */
export interface AssessedContext {
  framework: DpiaFramework;
  register: DpiaRegister;
  /** What the register said when the assessment was created. */
  suggestion: DpiaSuggestion;
  /** Names of people, security measures and files by their ids. */
  names: ReadonlyMap<string, string>;
  /** Files of consultations by their ids, those that are not saved yet too. */
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
