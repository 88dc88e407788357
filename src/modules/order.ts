/** The parts of the association's business, each with what it is for. A module may import only modules above it. */
export const layers: { title: string; modules: Record<string, string> }[] = [
  {
    title: 'Used by the rest',
    modules: {
      audit: 'the log of what was done, by whom; its chain; putting back what was removed',
      settings: 'what the association sets itself, and the edits of small records',
      places: 'points on the map, addresses',
      accounts: 'signing in, second factor, codes, roles and permissions of staff',
      files: 'uploaded files: checks, reading, previews, who may see them',
      signatures: 'with what the association signs its papers, and when',
      messages: 'the inbox, SMS and mail that are sent, their templates',
      wechat: 'the service account: binding, signing in, messages, sharing',
      registers: 'views that staff keep of the lists of the back office',
      ballots: 'votes: ballots, voters, sealed votes, tellers, counting',
      review: 'applications: forms, stages, desks, public notices',
      certificates: 'certificates, their PDF and signature, registers, checking',
      imports: 'reading workbooks of old records into the registers',
      ownFields: 'fields that the association adds to its records by itself',
    },
  },
  {
    title: 'The business',
    modules: {
      members: 'organisations and their file, employees, handing an account over',
      posts: 'bodies of the association, their terms, posts and who holds them',
      ledger: 'what is owed, the payments that came, and which paid what; bank statements',
      experts: 'the pool of experts and their conflicts of interest',
      content: 'articles, columns, banners, redirects: what the site publishes',
      membership: 'joining, levels, fees, the register of members',
      meetings: 'meetings of the bodies: agenda, invitation, votes, minutes, resolutions',
      elections: 'elections: rolls, candidates, results, appointments and what is filed',
      qualifications: 'certificates that companies apply for, site visits, what they lack',
      personnel: 'people, their careers and studies, who employs them',
      training: 'courses, enrolment, payment, attendance, exams, certificates',
      adverts: 'adverts of members: positions, allowances, approval',
      money: 'what is owed and received over all kinds of fees: its register, its age',
      payments: 'paying online: orders, the provider’s word, its bills',
      statistics: 'industry statistics: what companies report, what it adds up to, what is published',
      awards: 'prizes: calls, entries, rounds of experts, scores, winners',
      surveys: 'forms of the association’s own: questions, who is asked, answers, results, replies to comments',
    },
  },
  {
    title: 'Use the rest',
    modules: {
      home: 'the home page, overviews, the site map',
      search: 'search over all that is public',
      newsletter: 'newsletters: chosen articles and courses mailed to who asked for them, and their archive',
      privacy: 'personal data, consents, deletion of accounts',
      complaints: 'complaints and requests that come to the association, with deadline, evidence and outcome',
      setup: 'packs: what is particular to an association, taken from one site to another',
      approvals: 'what takes a second person: what was asked for, by whom, who agreed',
      oversight: 'statistics, jobs, health of the site',
      trial: 'the trial of a new site, and what is removed as it goes live',
    },
  },
]

export const modules = layers.flatMap(layer => Object.keys(layer.modules))

/**
 * The parts of a module are its folders, lower first: a part imports only parts before it. Files outside the parts are
 * the base, which every part may import: tables, words, screens. But a file outside the parts that imports a part, or
 * another such file, is the top: it gathers what the parts define (contracts, handlers, demo data), and no part imports
 * it.
 */
export const parts: Record<string, readonly string[]> = {
  accounts: [
    'handingOver',
    'roles',
    'clerks',
    'branches',
    'documents',
    'deputies',
    'notes',
    'own',
    'colleagues',
    'memberAccounts',
  ],
  ballots: ['protocol', 'counting'],
  review: ['signing', 'confirming', 'applying', 'notices', 'desk'],
  certificates: ['designs', 'documents', 'issuing', 'catalogue', 'credentials', 'check', 'keyed'],
  members: ['claiming', 'handover', 'notes', 'addressList', 'merging'],
  content: ['reviewing', 'words', 'navigation', 'oldSite'],
  ledger: ['titles', 'kinds', 'slips', 'allocating', 'receivables', 'statements', 'payments'],
  membership: ['levels', 'fees', 'invitations', 'joining', 'register', 'leaving', 'style'],
  qualifications: ['catalogue', 'eligibility', 'legacy', 'site', 'shortfalls', 'applying'],
  personnel: ['catalogue'],
  training: [
    'kinds',
    'courses',
    'enrolling',
    'registrations',
    'courseDesk',
    'participants',
    'running',
    'fees',
    'results',
    'statistics',
  ],
  money: [
    'receivables',
    'payerAccounts',
    'closing',
    'vouchers',
    'refunds',
    'papers',
    'receipts',
    'invoices',
    'einvoices',
    'letters',
    'receivableDesk',
  ],
  payments: ['providers', 'ordering', 'refunding', 'reconciling'],
  awards: ['calls', 'entries', 'rounds', 'scoring', 'winners', 'applying'],
  oversight: ['backups', 'escalation', 'reports'],
}
