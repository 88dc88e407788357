import { eq, inArray, sql } from 'drizzle-orm'
import type { Found, Search } from '#lib/search.ts'
import { searchIn } from '#lib/server/search/find.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { isListedOrganisationOn, type ReadContext } from './register.ts'

const own = eq(organisation.id, member.organisationId)

const inMembers = searchIn({
  name: 'member',
  from: sql`${member} join ${organisation} on ${own}`,
  id: member.id,
  words: organisation.words,
  heading: organisation.heading,
  title: organisation.name,
  at: member.joinedOn,
  where: ({ today }) => isListedOrganisationOn(today),
})

/** Member organisations by name, pinyin, credit code, business or introduction. */
export const findMembers = (ctx: ReadContext, search: Search): Promise<Found> =>
  inMembers(ctx, search, { query: search.register, read: ids => readHits(ctx, ids) })

async function readHits({ db }: ReadContext, ids: number[]) {
  const { name, mainBusiness, intro } = organisation
  const rows = await db
    .select({ id: member.id, joinedOn: member.joinedOn, name, mainBusiness, intro })
    .from(member)
    .innerJoin(organisation, own)
    .where(inArray(member.id, ids))
  return rows.map(({ id, name, mainBusiness, intro, joinedOn }) => ({
    id,
    route: `/admin/publicity/member/${id}`,
    title: name,
    text: [mainBusiness, intro].filter(Boolean).join('。'),
    publishTime: joinedOn,
  }))
}
