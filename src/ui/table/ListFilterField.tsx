import { Input, Select } from 'antd'
import { useSearchParams } from 'react-router'
import type { DataFilter } from '#lib/register/dataFilters.ts'
import { DayInput } from '../DayInput.tsx'
import { DataFilterField } from './DataFilterField.tsx'
import { useTargetQuery } from './useTargetQuery.ts'

type Option = { code: string; name: string }
/** Narrows a list by a choice, by words, or by a day (as `from` or `to`, say). */
export type ListFilter = {
  name: string
  label: string
  /** Stands behind 更多筛选. */
  seldom?: boolean | undefined
} /** `always`: what counts where the address says nothing; then there is no "all". */ & (
  | { options: readonly Option[]; kind?: undefined; always?: string }
  | { kind: 'text' | 'day'; options?: undefined; always?: string }
  /** By columns that are data. */
  | { kind: 'data'; data: readonly DataFilter[]; options?: undefined; always?: undefined }
)

export const ListFilterField = (filter: ListFilter) =>
  filter.kind === 'data' ? (
    <DataFilterField name={filter.name} label={filter.label} filters={filter.data} />
  ) : (
    <ValueFilterField {...filter} />
  )

function ValueFilterField(filter: Exclude<ListFilter, { kind: 'data' }>) {
  const [, setQuery] = useSearchParams()
  const query = useTargetQuery()
  const { name, label, options, seldom, always } = filter
  const value = query.get(name) ?? always ?? ''
  const choose = (chosen: string) => {
    if (chosen === value) return
    const next = new URLSearchParams(query)
    next.delete('pageNum')
    if (chosen) next.set(name, chosen)
    else next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  const id = `filter-${name}`
  return (
    <label htmlFor={id} data-kind={filter.kind ?? 'choice'} data-seldom={seldom || undefined}>
      {label}
      {options ? (
        <Select
          id={id}
          aria-label={label}
          value={value}
          options={[
            ...(always === undefined ? [{ value: '', label: '全部' }] : []),
            ...options.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={choose}
          popupMatchSelectWidth={220}
        />
      ) : filter.kind === 'day' ? (
        <DayInput id={id} value={value} onChange={day => choose(day ?? '')} />
      ) : (
        <TypedFilter key={value} id={id} value={value} choose={choose} />
      )}
    </label>
  )
}

type Typed = { id: string; value: string; choose: (value: string) => void }

/** Counts when it is finished, by Enter or by going on. */
const TypedFilter = ({ id, value, choose }: Typed) => (
  <Input
    id={id}
    type="search"
    defaultValue={value}
    maxLength={60}
    onPressEnter={event => choose(event.currentTarget.value.trim())}
    onBlur={event => choose(event.currentTarget.value.trim())}
  />
)
