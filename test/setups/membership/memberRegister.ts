import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { findMembers } from '#modules/membership/register/server/search.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '../site.ts'

export function setUpMemberRegister() {
  setUpSite({ demo: true })
}

export const today = dayOf(new Date())
export const detail = (id: number) => site.get('/app/publicity/member/detail', { id })

/** The member that an organisation is, in good standing or not. */
export async function memberOf(name: string) {
  const [row] = await site.services.db
    .select({ id: member.id, organisationId: organisation.id })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(eq(organisation.name, name))
  return row!
}

export const asking = () => ({ db: site.services.db, now: new Date() })

/** The hits as the search page shows them, the best first. */
export async function search(typed: string, limit = 20) {
  const asked = toSearch(typed, { sort: 'rel', limit })!
  const { best, total, read } = await findMembers(asking(), asked)
  const hits = new Map((await read(best.map(({ id }) => id))).map(hit => [hit.id, hit]))
  return { hits: best.map(({ id }) => hits.get(id)!), total }
}
