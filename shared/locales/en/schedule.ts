import type { Shape } from '../shape.ts';
import type th from '../th/schedule.ts';

/** Scheduled exports of consents */
const schedule = {
  refusal: {
    consents: 'Choose at least one consent form of each workspace, and only forms of the workspaces that are chosen.',
    day: 'Choose a day of the week (1 Monday to 7 Sunday) or of the month (1 to 31).',
    encryptionKey: 'Paste a public OpenPGP key (-----BEGIN PGP PUBLIC KEY BLOCK-----) that has not expired.',
    elsewhere: 'This schedule has workspaces in which you are not an Admin. Have an Admin of all of them change it.',
    host: 'Enter a host name or an IP address, such as sftp.example.co.th.',
    hostKey: 'Test the connection and confirm the key of the server first.',
    hour: 'Enter an hour from 0 to 23.',
    nameTaken: 'There is a schedule with this name already. Use another name.',
    notFound: 'This scheduled export was not found. Reload the page.',
    oneSecret: 'Enter either a password or a private key.',
    port: 'Enter a port from 1 to 65535.',
    privateAddress:
      'Addresses inside the network cannot be used. Use a public address, or have the operator set SFTP_ON_PRIVATE_NETWORK.',
    privateKey: 'Paste a private key of OpenSSH or PEM without a passphrase, starting with -----BEGIN.',
    running: 'A delivery of this schedule has not ended yet. Wait for it, then deliver again.',
    secretAgain:
      'Enter the password or private key. It is needed again whenever the address, port or username changes.',
    tooMany: 'An organisation has at most {{most}} export schedules. Delete one that is not used first.',
    whichOrganization:
      'You are an Admin in several organisations. State a workspace (ws) of the one to add the schedule to.',
    workspaces: 'Choose at least one workspace from which you may export consents.',
  },
  problem: {
    privateAddress: {
      title: 'The server has an address inside the network.',
      action: 'Use a server with a public address, or have the operator set SFTP_ON_PRIVATE_NETWORK.',
    },
    unknownHost: { title: 'The host name was not found.', action: 'Check the host name and its DNS record.' },
    unreachable: {
      title: 'The server cannot be reached.',
      action: 'Check the port, the firewall and that the SFTP server is running.',
    },
    handshake: {
      title: 'No SSH connection could be agreed on.',
      action: 'Check that the port belongs to an SSH server with current algorithms.',
    },
    hostKeyChanged: {
      title: 'The key of the server is another than the one that was confirmed.',
      action: 'Find out why it changed. If the change was planned, test the connection and confirm the new key.',
    },
    signIn: {
      title: 'The server refused to sign in.',
      action: 'Check the username, and the password or private key, on the server and here.',
    },
    secret: {
      title: 'The stored password or key cannot be opened.',
      action: 'Enter the password or private key again: the master key has been replaced.',
    },
    noSftp: { title: 'The server offers no SFTP.', action: 'Turn on the SFTP subsystem for this user.' },
    folderMissing: { title: 'The folder was not found.', action: 'Create the folder, or correct its path.' },
    notAllowed: {
      title: 'The user may not write to the folder.',
      action: 'Give the user the right to create, write and rename files in it.',
    },
    full: { title: 'The disk or quota of the server is full.', action: 'Make room on the server.' },
    brokenOff: { title: 'The connection broke off.', action: 'Check the network and the log of the server.' },
    tooSlow: { title: 'The server did not answer in time.', action: 'Check the load and the network of the server.' },
    differs: {
      title: 'What arrived differs from what was sent.',
      action: 'Check that nothing else writes to the folder. The transfer begins again.',
    },
    closed: {
      title: 'The workspace is closed, or has no consents any more.',
      action: 'Take it out of the schedule.',
    },
    content: {
      title: 'The file could not be made.',
      action: 'Check that the form is still there; then deliver again.',
    },
    encryption: {
      title: 'The file could not be encrypted.',
      action: 'Enter a public OpenPGP key that has not expired.',
    },
    interrupted: {
      title: 'The delivery was interrupted.',
      action: 'Deliver again; report the code if it happens again.',
    },
  },
  mail: {
    subject: 'Scheduled export {{name}} was not delivered ({{code}})',
    lead: 'The scheduled export “{{name}}” of {{workspace}} could not be delivered.',
    stopped:
      'The scheduled export “{{name}}” of {{workspace}} has been stopped, and delivers nothing until an Admin looks at it.',
    pass: 'Pass the report code {{code}} on to your IT staff.',
  },
} satisfies Shape<typeof th>;

export default schedule;
