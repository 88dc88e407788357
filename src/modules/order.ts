/** The parts of the association's business. A module may import only modules above it. */
export const modules = [
  // Used by the rest.
  'audit',
  'settings',
  'places',
  'accounts',
  'files',
  'messages',
  'review',
  'certificates',
  'imports',
  // The business.
  'members',
  'experts',
  'content',
  'membership',
  'qualifications',
  'personnel',
  'training',
  'adverts',
  'awards',
  // Use the rest.
  'home',
  'search',
  'privacy',
  'oversight',
]
