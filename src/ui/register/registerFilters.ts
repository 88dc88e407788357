import { provinces } from '#lib/provinces.ts'
import { flagOptions, type Option, type RegisterFilter, type RegisterFilters } from '#lib/register/register.ts'
import type { ListFilter } from '../table/ListFilterField.tsx'

type Choices<F extends RegisterFilters> = {
  [K in keyof F as F[K] extends { kind: 'code' | 'number' | 'name' } ? K : never]: readonly Option[]
}

/** The filters of a register above its table. `choices`: of what the association keeps itself; none hides the filter. */
export function registerFilters<F extends RegisterFilters>(filters: F, choices: Choices<F>): ListFilter[] {
  const given = new Map<string, readonly Option[]>(Object.entries(choices))
  return Object.entries(filters).flatMap(([name, filter]): ListFilter[] => {
    const { kind, label, seldom, always } = filter
    // Its columns come with the rows; `RegisterTable` adds it.
    if (kind === 'data') return []
    if (kind === 'text' || kind === 'day') return [{ name, label, kind, seldom }]
    const options = optionsFor(filter) ?? given.get(name) ?? []
    return options.length > 0 ? [{ name, label, options, seldom, ...(always && { always }) }] : []
  })
}

function optionsFor(filter: RegisterFilter): readonly Option[] | undefined {
  if (filter.kind === 'choice') return filter.options
  if (filter.kind === 'region') return provinces
  return filter.kind === 'flag' ? flagOptions : undefined
}
