import { type SQL, sql } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import {
  byPinyin,
  type Conditions,
  type RegisterColumn,
  type RegisterColumns,
} from '#lib/server/registers/registerColumns.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { heldFilters } from '../../shortfallFilters.ts'

/** A certificate and the company that holds it, as the registers of shortfalls and of missing annual reports show them. */
export type Held = { of: typeof certificate.$inferSelect; organisation: typeof organisation.$inferSelect }

export const heldConditions: Conditions<typeof heldFilters> = {
  key: matchesName,
  kindCode: certificate.kindCode,
  provinceCode: organisation.provinceCode,
}

function matchesName(key: string): SQL {
  const query = toRegisterQuery(key)
  return query === null ? sql`false` : sql`${organisation.words} @@ ${query}::tsquery`
}

export const heldRow = ({ of, organisation }: Held) => ({
  certId: of.id,
  certNo: of.number,
  kindName: of.kindName,
  levelName: of.levelName,
  validTo: of.validTo,
  organisationId: organisation.id,
  orgName: organisation.name,
  provinceName: provinceName(organisation.provinceCode),
})

export const heldColumns = {
  orgName: {
    heading: '单位',
    width: 36,
    value: ({ organisation }) => organisation.name,
    sort: byPinyin(organisation.name),
  },
  provinceName: {
    heading: '地区',
    value: ({ organisation }) => provinceName(organisation.provinceCode),
    sort: sql`coalesce(${organisation.provinceCode}, '')`,
    nowrap: true,
  },
  certNo: { heading: '证书编号', width: 26, value: ({ of }) => of.number, sort: certificate.number, nowrap: true },
  kindName: { heading: '种类', width: 26, value: ({ of }) => of.kindName },
  levelName: { heading: '级别', value: ({ of }) => of.levelName, nowrap: true },
} satisfies RegisterColumns<Held>

export const validToColumn: RegisterColumn<Held> = {
  heading: '证书有效期至',
  value: ({ of }) => of.validTo ?? '长期',
  sort: sql`coalesce(${certificate.validTo}, 'infinity')`,
  nowrap: true,
}
