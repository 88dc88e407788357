import { eq } from 'drizzle-orm'
import { maskIdNumber } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { kindsByGroup, seriesOfKinds } from '#modules/certificates/catalogue/server/kinds.ts'
import { sumOf } from '#modules/certificates/catalogue/server/kindUses.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { person } from '#modules/members/server/tables.ts'
import type { personnelContract } from '#modules/personnel/contract.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { isIssuedHere, readGroups, readKinds } from './kinds.ts'

const issuerNames = { association: '本协会', state: '市场监督管理部门' }

export const catalogueHandlers = {
  /** Retired kinds are listed while somebody holds a certificate of theirs. */
  'GET /app/publicity/person/group/list': async ctx => {
    const [groups, kinds, valid] = await Promise.all([readGroups(ctx), readKinds(ctx), countValid(ctx, 'personnel')])
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
          count: valid(kind.code),
        }))
        .filter(kind => !kind.isRetired || kind.count > 0)
      return own.length > 0 ? { groupId: id, groupCode: code, groupName: name, kinds: own, count: sumOf(own) } : []
    })
  },
} satisfies Partial<Handlers<typeof personnelContract>>

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
  order: 30,
  details: {
    names: { idNumber: '证件号码' },
    read: async (ctx, of) => ({ idNumber: await maskedIdNumberOf(ctx, of) }),
  },
  groups: async ctx => {
    const kinds = await readKinds(ctx).where(isIssuedHere)
    return kindsByGroup(await readGroups(ctx), kinds).filter(group => group.kinds.length > 0)
  },
  series: seriesOfKinds(personnelKind, '{kind}-{year}-{province}-{serial:5}'),
})
