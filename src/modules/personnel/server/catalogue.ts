import { asc } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import type { personnelContract } from '../contract.ts'
import { personnelGroup, personnelKind } from './tables.ts'

const issuerNames = { association: '本协会', state: '市场监督管理部门' }

export const catalogueHandlers = {
  'GET /app/publicity/person/group/list': async ctx => {
    const [groups, kinds, counts] = await Promise.all([readGroups(ctx), readKinds(ctx), countValid(ctx, 'personnel')])
    const counted = kinds.map(({ id, groupId, code, name, levels, validYears, issuer }) => ({
      groupId,
      shown: {
        kindId: id,
        kindCode: code,
        kindName: name,
        levels,
        validYears,
        issuer,
        issuerName: issuerNames[issuer],
        count: sum(counts.filter(row => row.kindCode === code)),
      },
    }))
    return groups.map(({ id, code, name }) => {
      const own = counted.filter(kind => kind.groupId === id).map(({ shown }) => shown)
      return { groupId: id, groupCode: code, groupName: name, kinds: own, count: sum(own) }
    })
  },
} satisfies Partial<Handlers<typeof personnelContract>>

const readGroups = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(personnelGroup).orderBy(asc(personnelGroup.sort), asc(personnelGroup.id))
const readKinds = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(personnelKind).orderBy(asc(personnelKind.sort), asc(personnelKind.id))

const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

/** What the State issues is listed for reference, and never issued here. */
defineCatalogue('personnel', {
  groups: async ctx => {
    const groups = await readGroups(ctx)
    const kinds = await readKinds(ctx)
    return groups.flatMap(({ id, code, name }) => {
      const own = kinds.filter(({ groupId, issuer }) => groupId === id && issuer === 'association')
      const kindsOf = own.map(({ code, name, levels, validYears }) => ({ code, name, levels, validYears }))
      return own.length ? { code, name, kinds: kindsOf } : []
    })
  },
  /** `HQ1-2026-32-00018` */
  series: async (_, { kindCode, year, provinceCode }) => ({
    prefix: `${kindCode}-${year}-${(provinceCode ?? '00').slice(0, 2)}`,
    digits: 5,
  }),
})
