import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'
import { listQuery } from '#ui/table/listQuery.ts'

export type Row = Output<ApiContract['GET /staff/review/list']>['list'][number]
export type Case = Output<ApiContract['GET /staff/review/detail']>
export type Decision = Case['canDo'][number]
/** Fields of an application that a decision needs, in the list and on the page of a case. */
export type Subject = Pick<Row, 'id' | 'version' | 'title' | 'kindName' | 'status' | 'statusName'>

export const QUEUE = '/staff/review'

type Filters = Omit<Input<ApiContract['GET /staff/review/list']>, 'pageNum' | 'pageSize'>
const NAMES = [
  ...(['kind', 'status', 'assignee', 'overdue', 'age', 'branch', 'provinceCode'] as const),
  ...(['from', 'to', 'decidedFrom', 'decidedTo', 'key'] as const),
] as const

/** The filters of the queue as the address has them: what the server is asked, and how links carry them on. */
export function queueQuery(query: URLSearchParams) {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, ...NAMES)
  const kept = new URLSearchParams([...query].filter(([name]) => NAMES.some(one => one === name)))
  return { pageNum, pageSize, filters, search: kept.size ? `?${kept}` : '' }
}

export const useQueueQuery = () => queueQuery(useSearchParams()[0])
