import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Screen } from '../../src/layouts/screen.ts'
import { memberRoutes } from '../../src/memberRoutes.ts'
import { lookInto } from './test.ts'

const caseIn = (which: string) => `select user_name, a.id from application a
  join qualification_case on application_id = a.id join account o on o.id = account_id where ${which}`

/** SQL for screens of one record: an account that has such a record, and its id. */
const records: Record<string, string> = {
  'doing/:id': 'select user_name, a.id from application a join account o on o.id = account_id',
  'qualification/:id': caseIn('true'),
  'qualification/form/:id': caseIn(`state = 'returned'`),
  'qualification/materials/:id': caseIn(`state <> 'draft'`),
  'certificates/:id': `select user_name, c.id from certificate c join account o using (organisation_id)
    where c.register = 'qualification' and c.person_id is null`,
  'persons/:id': 'select user_name, p.id from person p join account o using (organisation_id)',
  'training/new/:id': `select 'qingyuan' user_name, id from course where apply_until > now() and apply_from < now()
    and published_at < now() and starts_on > current_date`,
  'training/registrations/:id': `select user_name, r.id from registration r join application a on a.id = application_id
    join account o on o.id = account_id`,
  'refunds/ask/:id': `select user_name, l.receivable_id id from allocation l
    join registration r on l.kind = 'enrolment' and l.receivable_id = r.id * 100 + 4 join account o using (organisation_id)`,
  'awards/:id': `select user_name, a.id from application a join account o on o.id = account_id
    where a.kind = 'award' and state = 'draft'`,
  'elections/:id': `select o.user_name, v.election_id id from election_voter v join account o on o.id = v.account_id`,
  'adverts/:id': 'select user_name, d.id from advert d join account o on o.id = account_id',
}
/** Screens without a demo record: their own tests create one. */
const WITHOUT = [
  'meetings/:id',
  'meetings/:id/minutes',
  'ballots/:id/count',
  'statistics/:form/:period',
  'scoring/:id',
  'persons/takeover/:id',
  'qualification/rectify/:id',
  'payments/:number',
]

const entriesIn = ({ path = '', file, children = [] }: RouteConfigEntry): [path: string, file: string][] =>
  children.length > 0 ? children.flatMap(entriesIn) : [[path, file]]
const files = new Map(memberRoutes.flatMap(entriesIn))
/** Paths below `/admin/user`. */
export const memberScreens = [...files.keys()].filter(path => path !== 'consent' && !WITHOUT.includes(path))

/** Name of the screen at that path, as its heading has it. */
export async function nameOf(path: string): Promise<string> {
  const [, module, first, rest] = files.get(path)!.match(/^modules\/(\w+)\/.*pages\/(?:\w+\/)?(\w)(\w+)\.tsx$/)!
  const handles: Record<string, Screen> = await import(`../../src/modules/${module}/pages/screens.ts`)
  return handles[first!.toLowerCase() + rest]!.name
}

/** Finds such a record and its owner. */
export async function addressOf(path: string): Promise<{ userName: string; address: string }> {
  if (!path.includes(':')) return { userName: path === 'membership/apply' ? 'taishan' : 'qingyuan', address: path }
  const sql = records[path]
  if (!sql) throw new Error(`which record does ${path} show?`)
  const database = await lookInto()
  const { rows } = await database.query(
    `select * from (${sql}) found where user_name is not null order by (user_name = 'qingyuan') desc, id desc limit 1`,
  )
  await database.end()
  return { userName: rows[0].user_name, address: path.replace(/:\w+/, rows[0].id) }
}
