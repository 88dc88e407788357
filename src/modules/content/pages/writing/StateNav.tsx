import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'

export type Counts = Output<ApiContract['GET /staff/article/counts']>
type Filters = Input<ApiContract['GET /staff/article/counts']>

/** Filter links by state, each with the number of matching articles. */
export function StateNav({ filters, counts }: { filters: Filters; counts: Counts }) {
  const [query] = useSearchParams()
  const to = (name?: 'status' | 'trash', value = '') => {
    const next = new URLSearchParams(query)
    for (const one of ['status', 'trash', 'pageNum']) next.delete(one)
    if (name) next.set(name, value)
    return { search: next.size ? `?${next}` : '' }
  }
  const { status, trash } = filters
  const entries = [
    { name: '全部', count: counts.all, to: to(), isHere: !status && !trash },
    ...counts.states.map(one => ({
      name: one.statusName,
      count: one.count,
      to: to('status', one.status),
      isHere: status === one.status && !trash,
    })),
    { name: '回收站', count: counts.trash, to: to('trash', '1'), isHere: trash === '1' },
  ]
  return (
    <nav className="writing-states" aria-label="按状态">
      {entries.map(({ name, count, to, isHere }) => (
        <Link key={name} to={to} aria-current={isHere ? 'page' : undefined} preventScrollReset>
          {name} <b>{count}</b>
        </Link>
      ))}
    </nav>
  )
}
