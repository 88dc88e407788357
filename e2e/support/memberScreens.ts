import type { RouteConfigEntry } from '@react-router/dev/routes'
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
  'awards/:id': 'select user_name, e.id from award_entry e join account o on o.id = account_id',
  'adverts/:id': 'select user_name, d.id from advert d join account o on o.id = account_id',
}
/** Screens without a demo record: their own tests create one. */
const WITHOUT = ['scoring/:id', 'persons/takeover/:id', 'qualification/rectify/:id', 'payments/:number']

const pathsIn = ({ path, index, children = [] }: RouteConfigEntry): string[] =>
  children.length > 0 ? children.flatMap(pathsIn) : index ? [''] : path ? [path] : []
/** Paths below `/admin/user`. */
export const memberScreens = memberRoutes.flatMap(pathsIn).filter(path => path !== 'consent' && !WITHOUT.includes(path))

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
