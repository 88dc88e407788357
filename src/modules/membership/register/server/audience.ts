import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { memberKindNames } from '#modules/membership/words.ts'
import { type AudienceFilter, defineAudience } from '#modules/messages/server/audience.ts'

const owesFee = sql`exists (select 1 from ${memberFee}
  where ${memberFee.memberId} = ${member.id} and ${memberFee.state} in ('due', 'refused'))`

/** The accounts of members who are members still. */
const accounts = ({ kind, levelCode, provinceCode, unpaid }: AudienceFilter): SQL => {
  const wanted = [
    sql`${member.status} in ('active', 'unpaid', 'overdue') and ${account.status} = 'active'`,
    ...(kind ? [sql`${member.kind} = ${kind}`] : []),
    ...(levelCode ? [sql`${member.levelCode} = ${levelCode}`] : []),
    ...(provinceCode ? [sql`coalesce(${organisation.provinceCode}, ${person.provinceCode}) = ${provinceCode}`] : []),
    ...(unpaid ? [owesFee] : []),
  ]
  return sql`select ${account.id} from ${member}
    join ${account} on ${account.organisationId} = ${member.organisationId} or ${account.personId} = ${member.personId}
    left join ${organisation} on ${organisation.id} = ${member.organisationId}
    left join ${person} on ${person.id} = ${member.personId}
    where ${sql.join(wanted, sql` and `)}`
}

async function words({ db }: Ctx, { kind, levelCode, provinceCode, unpaid }: AudienceFilter): Promise<string> {
  const [level] = levelCode ? await db.select().from(memberLevel).where(eq(memberLevel.code, levelCode)) : []
  const parts = [kind && memberKindNames[kind], level?.name, provinceCode && provinceName(provinceCode)]
  const said = parts.filter(Boolean).join('、') || '全部会员'
  return unpaid ? `${said}中未缴会费的` : said
}

defineAudience({
  accounts,
  words,
  levels: ({ db }) =>
    db.select({ code: memberLevel.code, name: memberLevel.name }).from(memberLevel).orderBy(asc(memberLevel.sort)),
})
