import { provinces } from '#lib/provinces.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { FilterSelect, FilterTabs } from '#ui/table/Filter.tsx'

type Tabs = {
  name: string
  /** Address of the register. */
  route: string
  chosen: string | undefined
  groups: readonly { groupId: number; groupName: string; count: number }[]
}

/** The groups of a public register, each with how many valid certificates it has. */
export const GroupTabs = ({ name, route, chosen, groups }: Tabs) => (
  <FilterTabs
    name={name}
    chosen={chosen}
    options={[
      { value: '', name: '全部', to: route },
      ...groups.map(({ groupId, groupName, count }) => ({
        value: String(groupId),
        name: groupName,
        count,
        to: `${route}?groupId=${groupId}`,
      })),
    ]}
  />
)

/** Filters that every public register of certificates has. */
export const PlaceAndStatus = ({ query }: { query: Record<string, string | undefined> }) => (
  <>
    <FilterSelect
      label="地区"
      name="provinceCode"
      value={query.provinceCode}
      options={provinces.map(({ code, name }) => ({ value: code, name }))}
    />
    <FilterSelect
      label="状态"
      name="status"
      value={query.status}
      options={Object.entries(statusNames).map(([value, name]) => ({ value, name }))}
    />
  </>
)
