import type th from '../th/purposeCategory.ts';
import type { Shape } from '../shape.ts';

export default {
  limit: 'At most {{limit}} custom categories. Delete one not in use.',
  nameTaken: 'This category name is already used. Enter another.',
  builtIn: 'Built-in categories cannot be changed or deleted. Add one of your own.',
  inUse_one: 'Cannot be deleted: {{number}} purpose uses it. Change that first.',
  inUse_other: 'Cannot be deleted: {{number}} purposes use it. Change them first.',
} satisfies Shape<typeof th>;
