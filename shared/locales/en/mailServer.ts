import type { Shape } from '../shape.ts';
import type th from '../th/mailServer.ts';

/** Mail servers of the organisation */
const mailServer = {
  title: 'Mail servers',
  lead: 'Emails of each workspace go out through the organisation’s own server and sender. When a server cannot be used, the global server sends them instead. Invitations always go out through the global server.',
  toConsole: 'Admin Console',
  search: 'Search by name, server address or sender',
  add: 'Add server',
  edit: 'Edit server',
  created: 'Mail server added',
  saved: 'Mail server saved',
  emptyTitle: 'No mail servers yet',
  emptyBody:
    'All emails now go out through the global server. Add a server to send from your organisation’s own address.',
  /** In place of the texts above and of the advice below, for installations without a global server. */
  withoutGlobal: {
    lead: 'Emails of each workspace go out through the organisation’s own server and sender. When a server cannot be used, emails wait, since there is no global server. Invitations always wait for one.',
    emptyBody:
      'There is no global server, so no emails are sent yet. Add a server to send from your organisation’s own address.',
    advice: {
      signIn: 'Check the username and password, then edit the server. Meanwhile emails wait.',
      unreachable: 'Check the address and port, and that the firewall allows the connection. Meanwhile emails wait.',
    },
  },
  stateLabel: 'Status',
  state: { ALL: 'All', working: 'Ready', failing: 'Failing', inactive: 'Inactive' },
  stopped: { restored: 'Restored from a backup' },
  stoppedAdvice: {
    restored:
      'This server was switched off so that a copy does not send in place of the original. Switch it on if this installation takes the place of the original.',
  },
  silent:
    'This installation is a copy of another one and sends no emails. If it takes the place of the original, ask the operator to run “npm run admin -- take-over”.',
  workspaceLabel: 'Workspace',
  sentToday: 'Sent today',
  ofLimit: '{{sent}} of {{limit}}',
  mailsADay: 'emails a day',
  lastSentAt: 'Last sent',
  neverSent: 'Not yet',
  section: { server: 'Server', signIn: 'Sign-in at the server', sender: 'Sender' },
  encryptionOf: { tls: 'TLS from the start of the connection', starttls: 'STARTTLS (required)', none: 'Not encrypted' },
  plainWarning:
    'Emails sent unencrypted can be read in transit. Use this only inside a trusted network; a username cannot be used with it.',
  field: {
    name: 'Server name',
    nameHelp: 'What Admins of the organisation see. Email recipients do not see it.',
    host: 'Server address',
    hostHelp: 'For example smtp.example.co.th',
    port: 'Port',
    portHelp: 'Usually 587 for STARTTLS and 465 for TLS',
    encryption: 'Encryption',
    certificate: 'Issuer certificate',
    certificateHelp: 'In PEM format, only if the organisation issues the server’s certificate itself.',
    username: 'Username',
    usernameHelp: 'Leave empty if the server needs no sign-in.',
    password: 'Password',
    passwordHelp: 'Stored encrypted. It cannot be displayed later.',
    passwordStored:
      'Leave empty to keep the stored password. Enter it again when the address, port, encryption, certificate or username changes.',
    fromAddress: 'Sender email',
    fromAddressHelp: 'An address that this server may send from.',
    fromName: 'Sender name',
    bounceAddress: 'Bounce address',
    bounceAddressHelp:
      'Emails that cannot be delivered are returned here. Leave empty to have them returned to the sender email. The server must accept it as a sender.',
    dailyLimit: 'Daily limit',
    dailyLimitHelp:
      'Leave empty for no limit. Once it is reached, mass emails wait until the next day and all others go out through the global server, if there is one.',
    active: 'Active',
    activeHelp: 'When turned off, emails go out through the global server, if there is one.',
  },
  removeTitle: 'Delete server {{name}}',
  removeBody_one:
    'Emails of the {{count}} workspace that uses this server will go out through the global server, if there is one.',
  removeBody_other:
    'Emails of the {{count}} workspaces that use this server will go out through the global server, if there is one.',
  removed: 'Mail server deleted',
  workspaces: {
    choose: 'Choose workspaces',
    title: 'Workspaces that use {{name}}',
    lead: 'A workspace uses one server at a time. Turning it on here replaces the previous one.',
    none: 'None yet',
    more_one: '{{count}} more',
    more_other: '{{count}} more',
    others_one:
      '{{count}} more workspace, of which you are not an Admin, uses this server, so you cannot change or delete it.',
    others_other:
      '{{count}} more workspaces, of which you are not an Admin, use this server, so you cannot change or delete it.',
    byThis: 'Uses this server',
    byOther: 'Uses {{name}}',
    byGlobal: 'Uses the global server, if there is one',
    linked: 'Emails of {{name}} now go out through this server',
    unlinked: 'Emails of {{name}} now go out through the global server, if there is one',
  },
  test: {
    send: 'Send test email',
    again: 'Test again',
    title: 'Test {{name}}',
    lead: 'An email is sent to you through this server, and the server’s reply is displayed.',
    sent: 'The server has accepted the email to {{to}}',
    sentBody: 'Check your inbox, including the spam folder.',
    answer: 'Reply of the server',
    noAnswer: 'The server did not reply',
  },
  failure: {
    show: 'View failures',
    title: 'Failures of {{name}}',
    lead: 'By day and cause, kept for one year, without recipients’ addresses.',
    caption: 'Server failures',
    search: 'Search by reply or code',
    kindLabel: 'Cause',
    answer: 'Last reply of the server',
    count: 'Times',
    day: 'Day',
    lastAt: 'Last time',
    emptyTitle: 'No failures',
    emptyBody: 'When the server refuses an email, the cause and the server’s reply appear here.',
    kind: {
      ALL: 'All',
      signIn: 'Sign-in refused',
      tls: 'Encryption failed',
      sender: 'Sender refused',
      address: 'Address not allowed',
      unreachable: 'Unreachable',
      refused: 'Recipient refused',
      deferred: 'Deferred',
      returned: 'Returned',
      mailbox: 'Mailbox for returned emails not readable',
      other: 'Other cause',
    },
    advice: {
      signIn:
        'Check the username and password, then edit the server. Meanwhile emails go out through the global server.',
      tls: 'Check the port, encryption and certificate of the server. Neither emails nor the password are sent unencrypted.',
      sender: 'The server refuses this sender email. Use an address that its account may send from.',
      address: 'This address is inside the network. Use a public one, or have the operator allow it.',
      unreachable:
        'Check the address and port, and that the firewall allows the connection. Meanwhile emails go out through the global server.',
      refused: 'The recipient’s address does not exist or was refused. Check it in the list of failed deliveries.',
      deferred: 'The server requests that the email be sent again later. This happens automatically, up to ten times.',
      returned:
        'The server accepted the email, but it did not reach the recipient. Check the address in the list of what was not delivered.',
      mailbox: 'Open the mailbox for returned emails to see the cause and test it. Emails still go out.',
      other: 'Read the server’s reply, and check the settings with your email provider.',
    },
  },
  dkim: {
    open: 'DKIM signature',
    title: 'DKIM signature of {{name}}',
    lead: 'Recipients can verify that an email comes from the organisation and has not been altered.',
    selector: 'Selector',
    selectorHelp: 'Part of the name of the DNS record. Use a name that the domain does not use yet.',
    create: 'Create key',
    again: 'Create new key',
    created: 'DKIM key created',
    record: 'Add this TXT record to the DNS of the sender’s domain. Emails are signed with the key from now on.',
    recordName: 'Record name',
    recordValue: 'Value (TXT)',
    recordSplit: 'Value in strings of at most 255 letters',
    recordSplitHelp:
      'A single string of the DNS holds 255 letters. Use this form if the name server refuses the value in one piece.',
    advice: 'SPF and DMARC',
    adviceLead:
      'Two more records that the domain should have. They are suggestions: the settings of your mail provider go first.',
    spf: 'SPF record of {{domain}}',
    spfHelp:
      'Assumes that {{host}} delivers the emails itself. If your provider names another sender (include:…), use that. A domain has one SPF record only: add to the one it has, and keep its ending.',
    dmarc: 'DMARC record of {{domain}}',
    dmarcHelp:
      'Assumes that the domain has none yet. p=none only observes; change it to quarantine or reject once SPF and DKIM pass for all emails of the domain.',
    dmarcAligned: 'Bounces go to another domain than the sender’s, so SPF does not count for DMARC. DKIM has to pass.',
    remove: 'Stop signing',
    removeTitle: 'Stop signing the emails of {{name}}?',
    removeBody:
      'The key is deleted; to sign again you must add a new DNS record. Delete the current record from the DNS once all emails already sent have arrived.',
    removed: 'Email signing stopped',
  },
  mailbox: {
    open: 'Mailbox for returned emails',
    column: 'Returned emails',
    title: 'Mailbox for returned emails of {{name}}',
    lead: 'This mailbox is read by IMAP every 5 minutes, and emails that did not reach their recipient are displayed as returned. Only delivery reports are opened, and no message is deleted.',
    noAddress:
      'This server has no bounce address yet, so emails are returned to the sender email. Use the mailbox of that address, or set a bounce address first.',
    host: 'IMAP server address',
    hostHelp: 'For example imap.example.co.th',
    portHelp: 'Mostly 993 for TLS and 143 for STARTTLS',
    folder: 'Folder',
    folderHelp: 'Where returned emails arrive, mostly INBOX.',
    start: 'Start reading',
    save: 'Save',
    saved: 'Mailbox for returned emails saved',
    test: 'Test mailbox',
    opened_one: 'The folder opens. It has {{number}} message.',
    opened_other: 'The folder opens. It has {{number}} messages.',
    readAt_one: 'Last read {{at}}. {{number}} email was returned so far.',
    readAt_other: 'Last read {{at}}. {{number}} emails were returned so far.',
    neverRead: 'Not read yet',
    notRead: 'Not read',
    returned_one: '{{number}} email',
    returned_other: '{{number}} emails',
    failing: 'Not readable',
    paused: 'Paused',
    resume: 'Resume reading',
    resumed: 'The mailbox is read again',
    remove: 'Stop reading',
    removeTitle: 'Stop reading the mailbox of {{name}}?',
    removeBody:
      'Its settings and password are deleted. All messages stay in the mailbox, and emails that are returned later are not noticed.',
    removed: 'The mailbox is no longer read',
    fault: {
      signIn: 'Sign-in refused',
      tls: 'Encryption failed',
      address: 'Address not allowed',
      unreachable: 'Not reachable',
      folder: 'Folder not found',
      other: 'Other cause',
      restored: 'The product was restored from a backup',
    },
    advice: {
      signIn: 'Check username and password; some providers need an app password. It is tried again every 10 minutes.',
      tls: 'Check port, encryption and certificate of the server. The password is never sent unencrypted.',
      address: 'This address is inside the network. Use a public one, or have the operator allow it.',
      unreachable:
        'Check address and port, and that the firewall lets the connection through. It is tried again every 10 minutes.',
      folder: 'Check the folder’s name as the server has it, such as INBOX.',
      other: 'Read the answer of the server, and check the settings with the email provider.',
      restored:
        'This mailbox is not read, so that a copy does not read the mailbox of the original. Check that this is the installation you use, then resume reading.',
    },
  },
  testMail: {
    subject: 'Test of mail server {{name}}',
    body: 'This email was sent through the mail server {{name}} to test its settings. If you can read it, the server is sending email.',
  },
  refusal: {
    certificate: 'The certificate cannot be read. Paste it as PEM, starting with -----BEGIN CERTIFICATE-----.',
    elsewhere: 'Workspaces of which you are not an Admin use this server. Have an Admin of all of them change it.',
    host: 'Enter a host name or an IP address, such as smtp.example.co.th.',
    nameTaken: 'A server with this name already exists. Use another name.',
    notFound: 'This mail server was not found, or the workspace does not use it. Reload the page.',
    passwordAgain:
      'Enter the server’s password. It is needed again whenever the address, port, encryption, certificate or username changes.',
    plainPassword: 'A password cannot be sent unencrypted. Choose TLS or STARTTLS, or leave the username empty.',
    port: 'Enter a port from 1 to 65535.',
    privateAddress:
      'Addresses inside the network cannot be used. Use a public address, or have the operator set MAIL_SERVERS_ON_PRIVATE_NETWORK.',
    selector: 'Use letters a-z, digits and hyphens, such as pokpong.',
    tooMany: 'An organisation has at most {{most}} mail servers. Delete an unused one first.',
    whichOrganization:
      'You are an Admin in several organisations. State a workspace (ws) of the organisation to add the server to.',
  },
} satisfies Shape<typeof th>;

export default mailServer;
