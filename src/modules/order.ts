/** The parts of the association's business. A module may import only modules above it. */
export const modules = [
  // Used by the rest.
  'settings',
  'places',
  'audit',
  'accounts',
  'files',
  'messages',
  'review',
  'certificates',
  // The business.
  'members',
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
]
