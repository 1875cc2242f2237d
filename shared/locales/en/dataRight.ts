import type th from '../th/dataRight.ts';
import type { Shape } from '../shape.ts';

export default {
  builtIn: 'A right of the act cannot be deleted. You can stop offering it in forms instead.',
  inUse: 'It cannot be deleted: {{number}} request forms offer it. Take it out of them first.',
  limit: 'You can add up to {{limit}} rights of your own.',
  nameTaken: 'There is a right of this name already.',
  days: 'Must be a number of days from 1 to 365.',
} satisfies Shape<typeof th>;
