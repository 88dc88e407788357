/** The pictures of the handbooks, by the name of their file in `docs/pictures`: which screen, as whom, and on what. */
export type Picture = {
  name: string
  path: string
  /** SQL for the number in the path: the record with the most content. */
  record?: string
  on?: 'desktop' | 'phone'
  as?: 'admin' | 'zhangwei'
}

export const pictures: Picture[] = [
  { name: 'workbench', path: '/staff' },
  { name: 'review-queue', path: '/staff/review' },
  {
    name: 'review-case',
    path: '/staff/review/:id',
    record: `select id from application where state in ('submitted', 'checking') order by revision desc, id limit 1`,
  },
  { name: 'notices', path: '/staff/notices' },
  { name: 'site-reviews', path: '/staff/site-reviews' },
  { name: 'articles', path: '/staff/articles' },
  { name: 'article', path: '/staff/articles/:id', record: 'select 3467 as id' },
  {
    name: 'certificate',
    path: '/staff/certificates/:id',
    record: `select id from certificate where status = 'suspended' order by id limit 1`,
  },
  { name: 'shortfalls', path: '/staff/shortfalls' },
  { name: 'fees', path: '/staff/fees' },
  {
    name: 'statement',
    path: '/staff/statements/:id',
    record: 'select id from bank_statement order by id limit 1',
  },
  { name: 'registrations', path: '/staff/registrations' },
  {
    name: 'course-run',
    path: '/staff/course-run/:id',
    record: `select course_id as id from participant where checked_in_at is not null order by course_id limit 1`,
  },
  { name: 'check-in', path: '/staff/check-in', on: 'phone' },
  {
    name: 'course-results',
    path: '/staff/course-results/:id',
    record: 'select id from course where results_at is not null order by id limit 1',
  },
  { name: 'adverts', path: '/staff/adverts' },
  { name: 'advert-calendar', path: '/staff/advert-calendar' },
  {
    name: 'award-call',
    path: '/staff/award-calls/:id',
    record: `select id from award_call where state = 'published' order by year desc, id limit 1`,
  },
  { name: 'award-entries', path: '/staff/award-entries' },
  {
    name: 'award-round',
    path: '/staff/award-rounds/:id',
    record: `select id from award_round where state = 'closed' order by id limit 1`,
  },
  { name: 'award-winners', path: '/staff/award-winners' },
  { name: 'scoring', path: '/admin/user/scoring', as: 'zhangwei' },
  { name: 'messages', path: '/staff/messages' },
  { name: 'templates', path: '/staff/templates' },
  { name: 'outbox', path: '/staff/outbox' },
  { name: 'permissions', path: '/staff/permissions' },
  { name: 'audit', path: '/staff/audit' },
  { name: 'health', path: '/staff/health' },
  { name: 'jobs', path: '/staff/jobs' },
]
