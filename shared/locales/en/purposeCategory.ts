import type th from '../th/purposeCategory.ts';
import type { Shape } from '../shape.ts';

export default {
  limit: 'At most {{limit}} custom categories.',
  nameTaken: 'There is already a category of this name.',
  builtIn: 'Built-in categories cannot be changed or deleted.',
  inUse: 'Cannot be deleted: {{number}} purposes are in it.',
} satisfies Shape<typeof th>;
