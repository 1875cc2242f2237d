import type th from '../th/purposeCategoryScreen.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Purpose categories',
  section: { identity: 'General' },
  lead: 'Group purposes for searching and reporting.',
  add: 'Add category',
  edit: 'Edit category',
  search: 'Search categories',
  emptyTitle: 'No categories yet',
  emptyBody: 'Add the categories that fit your work.',
  name: 'Category name',
  description: 'Description',
  detail: 'Further detail',
  purposes: 'Purposes',
  builtIn: 'Built in',
  custom: 'Custom',
  kind: 'Type',
  used: 'Custom categories: {{used}} of {{limit}}',
  full: 'At most {{limit}} custom categories. Delete one not in use first.',
  saved: 'Category saved',
  removed: 'Category deleted',
  removeTitle: 'Delete category “{{name}}”?',
  removeBody: 'This category will be permanently deleted.',
  inUse_one: 'Cannot be deleted: {{number}} purpose uses it.',
  inUse_other: 'Cannot be deleted: {{number}} purposes use it.',
  builtInNote: 'Built-in categories cannot be changed or deleted.',
} satisfies Shape<typeof th>;
