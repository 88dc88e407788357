import { eq } from 'drizzle-orm'
import { maskIdNumber } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { person } from '#modules/members/server/tables.ts'
import type { personnelContract } from '#modules/personnel/contract.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { readGroups, readKinds } from './kinds.ts'

const issuerNames = { association: '本协会', state: '市场监督管理部门' }

/** Number rule for deleted kinds. */
const DEFAULT_NUMBER_RULE = '{kind}-{year}-{province}-{serial:5}'

export const catalogueHandlers = {
  /** Retired kinds are listed while somebody holds a certificate of theirs. */
  'GET /app/publicity/person/group/list': async ctx => {
    const [groups, kinds, counts] = await Promise.all([readGroups(ctx), readKinds(ctx), countValid(ctx, 'personnel')])
    return groups.flatMap(({ id, code, name, isRetired }) => {
      const own = kinds
        .filter(({ groupId }) => groupId === id)
        .map(kind => ({
          kindId: kind.id,
          kindCode: kind.code,
          kindName: kind.name,
          levels: kind.levels,
          validYears: kind.validYears,
          renewHours: kind.renewHours,
          requirement: kind.requirement,
          isRetired: isRetired || kind.isRetired,
          issuer: kind.issuer,
          issuerName: issuerNames[kind.issuer],
          count: sum(counts.filter(row => row.kindCode === kind.code)),
        }))
        .filter(kind => !kind.isRetired || kind.count > 0)
      return own.length > 0 ? { groupId: id, groupCode: code, groupName: name, kinds: own, count: sum(own) } : []
    })
  },
} satisfies Partial<Handlers<typeof personnelContract>>

const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

/** Masked identity number of the holder, for papers that are shown around. */
async function maskedIdNumberOf({ db, encryption }: Ctx, { personId }: Certificate): Promise<string> {
  const [of] = await db
    .select({ sealed: person.idNumberSealed })
    .from(person)
    .where(eq(person.id, personId ?? 0))
  return of?.sealed ? maskIdNumber(encryption.decrypt(of.sealed)) : ''
}

/** Kinds issued by the State are listed for reference only and never issued here. */
defineCatalogue('personnel', {
  details: {
    names: { idNumber: '证件号码' },
    read: async (ctx, of) => ({ idNumber: await maskedIdNumberOf(ctx, of) }),
  },
  groups: async ctx => {
    const groups = await readGroups(ctx)
    const kinds = await readKinds(ctx)
    return groups.flatMap(group => {
      const own = kinds.filter(({ groupId, issuer }) => groupId === group.id && issuer === 'association')
      const kindsOf = own.map(({ code, name, levels, validYears, isRetired }) => ({
        code,
        name,
        levels,
        validYears,
        isRetired: group.isRetired || isRetired,
      }))
      return own.length ? { code: group.code, name: group.name, kinds: kindsOf } : []
    })
  },
  /** Numbered by the rule of the kind: `HQ1-2026-32-00018`. */
  series: async (ctx, of) => {
    const [kind] = await ctx.db
      .select({ rule: personnelKind.numberRule })
      .from(personnelKind)
      .where(eq(personnelKind.code, of.kindCode))
    return seriesByRule(ctx, kind?.rule || DEFAULT_NUMBER_RULE, of)
  },
})
