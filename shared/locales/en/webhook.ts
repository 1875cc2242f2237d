import type { Shape } from '../shape.ts';
import type th from '../th/webhook.ts';

const webhook = {
  refusal: {
    address:
      'This address cannot be used. Enter an https address on the public internet, without user name or password',
    notFound: 'This webhook or delivery is not in the workspace. Load the page again',
    tooMany: 'A workspace has at most {{most}} webhooks. Remove one that is not used first',
    waiting:
      'The webhook is off, or this delivery is still waiting. Turn the webhook on, or wait until the delivery has ended',
  },
} satisfies Shape<typeof th>;

export default webhook;
