import { and, desc, eq, like } from 'drizzle-orm'
import { account, deputy } from '../../src/modules/accounts/server/tables.ts'
import { approval } from '../../src/modules/approvals/server/tables.ts'
import type { Site } from './app.ts'
import { asStaff, staffWith } from './make.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>

/** Agrees to what was asked for last, as an administrator whose account nobody has handled. */
export async function agreeToLast(site: Site) {
  const [last] = await site.services.db.select({ id: approval.id }).from(approval).orderBy(desc(approval.id)).limit(1)
  const other = await asStaff(site, await staffWith(site, ['admin']))
  return other.post('/staff/approval/agree', { id: last!.id })
}

/** Names a deputy, to which a second person agrees; answers as the call does where one person is enough. */
export async function nameDeputy(site: Site, by: Staff, term: object, of: { id?: number } = {}) {
  const path = of.id === undefined ? '/staff/deputy/name' : '/staff/colleague/nameDeputy'
  const asked = await by.post(path, { ...term, ...of })
  if (asked.code !== 202) return asked
  const agreed = await agreeToLast(site)
  const [made] = await site.services.db.select({ id: deputy.id }).from(deputy).orderBy(desc(deputy.id)).limit(1)
  return { ...agreed, data: agreed.code === 200 ? { id: made!.id } : agreed.data }
}

/** Dismisses staff created by tests, so that the demo association has a single account administrator again. */
export const dismissTestStaff = ({ services: { db } }: Site) =>
  db
    .update(account)
    .set({ status: 'disabled' })
    .where(and(eq(account.kind, 'staff'), like(account.userName, 'user\\_%')))
