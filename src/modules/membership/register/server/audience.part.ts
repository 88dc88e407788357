import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { feesJoined } from '#modules/membership/server/feeRows.ts'
import { isOfMember } from '#modules/membership/server/memberAccounts.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { memberKindNames } from '#modules/membership/words.ts'
import { type AudienceFilter, defineAudience } from '#modules/messages/server/audience.ts'

const owesFee = sql`exists (select 1 from ${feesJoined}
  where ${memberFee.memberId} = ${member.id} and ${receivable.state} in ('due', 'refused'))`

/** Members who are members still. */
const isWanted = ({ kind, levelCode, provinceCode, trade, unpaid }: AudienceFilter): SQL => {
  const wanted = [
    sql`${member.status} in ('active', 'unpaid', 'overdue')`,
    ...(kind ? [sql`${member.kind} = ${kind}`] : []),
    ...(levelCode ? [sql`${member.levelCode} = ${levelCode}`] : []),
    ...(provinceCode ? [sql`coalesce(${organisation.provinceCode}, ${person.provinceCode}) = ${provinceCode}`] : []),
    ...(trade ? [sql`${trade} = any(${organisation.categories})`] : []),
    ...(unpaid ? [owesFee] : []),
  ]
  return sql.join(wanted, sql` and `)
}

const accounts = (_ctx: Ctx, filter: AudienceFilter): SQL => sql`select ${account.id} from ${member}
    join ${account} on ${isOfMember}
    left join ${organisation} on ${organisation.id} = ${member.organisationId}
    left join ${person} on ${person.id} = ${member.personId}
    where ${account.status} = 'active' and ${isWanted(filter)}`

const companies = (_ctx: Ctx, filter: AudienceFilter): SQL => sql`select ${member.organisationId} from ${member}
    left join ${organisation} on ${organisation.id} = ${member.organisationId}
    left join ${person} on ${person.id} = ${member.personId}
    where ${member.organisationId} is not null and ${isWanted(filter)}`

async function words(ctx: Ctx, { kind, levelCode, provinceCode, trade, unpaid }: AudienceFilter): Promise<string> {
  const { db } = ctx
  const [level] = levelCode ? await db.select().from(memberLevel).where(eq(memberLevel.code, levelCode)) : []
  const named = trade && (await trades.options(ctx)).find(({ code }) => code === trade)?.name
  const parts = [kind && memberKindNames[kind], level?.name, provinceCode && provinceName(provinceCode), named]
  const said = parts.filter(Boolean).join('、') || '全部会员'
  return unpaid ? `${said}中未缴会费的` : said
}

defineAudience('members', {
  name: '会员',
  order: 30,
  accounts,
  companies,
  words,
  choices: async ctx => {
    const levels = await ctx.db
      .select({ code: memberLevel.code, name: memberLevel.name })
      .from(memberLevel)
      .orderBy(asc(memberLevel.sort))
    return {
      levels: levels.map(({ code, name }) => ({ code: String(code), name })),
      trades: [...(await trades.options(ctx))],
    }
  },
})
