import type { Shape } from '../shape.ts';
import type th from '../th/mailServer.ts';

/** Mail servers of the organisation */
const mailServer = {
  testMail: {
    subject: 'Test of mail server {{name}}',
    body: 'This email was sent by mail server {{name}} to try its settings. If you can read it, the server sends email.',
  },
  refusal: {
    certificate: 'The certificate cannot be read. Paste it as PEM, starting with -----BEGIN CERTIFICATE-----.',
    elsewhere: 'Workspaces in which you are not an Admin use this server. Have an Admin of all of them change it.',
    host: 'Enter a host name or an IP address, such as smtp.example.co.th.',
    nameTaken: 'There is a server with this name already. Use another name.',
    notFound: 'This mail server was not found, or the workspace does not use it. Reload the page.',
    passwordAgain:
      'Enter the password of the server. It is needed again whenever the address, port, encryption, certificate or username changes.',
    plainPassword: 'A password cannot be sent unencrypted. Choose TLS or STARTTLS, or leave the username empty.',
    port: 'Enter a port from 1 to 65535.',
    privateAddress:
      'Addresses inside the network cannot be used. Use a public address, or have the operator set MAIL_SERVERS_ON_PRIVATE_NETWORK.',
    tooMany: 'An organisation has at most {{most}} mail servers. Delete one that is not used first.',
    whichOrganization:
      'You are an Admin in several organisations. State a workspace (ws) of the one to add the server to.',
  },
} satisfies Shape<typeof th>;

export default mailServer;
