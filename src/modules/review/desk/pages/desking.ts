import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'
import { nameOfAction, permissionAt, type State } from '#modules/review/workflow.ts'
import { listQuery } from '#ui/table/listQuery.ts'

export type Row = Output<ApiContract['GET /staff/review/list']>['list'][number]
export type Case = Output<ApiContract['GET /staff/review/detail']>
export type Decision = Case['canDo'][number]
/** What a decision is about, in the list and on the page of one case alike. */
export type Subject = Pick<Row, 'id' | 'version' | 'title' | 'kindName' | 'status' | 'statusName'>

export const QUEUE = '/staff/review'

/** Which call decides, where this person may; by the state it is in. */
export const decideBy = {
  'staff:review': 'POST /staff/review/decide',
  'staff:decide': 'POST /staff/decision/record',
  'staff:finance': 'POST /staff/fee/confirm',
} as const
export const callOf = (status: State) =>
  decideBy[(permissionAt(status) ?? 'staff:review') as keyof typeof decideBy] ?? decideBy['staff:review']

/** What a decision is called where it is made: at the cashier's it is about money. */
export function decisionName(status: State, action: Decision): string {
  if (status === 'paying') return action === 'pass' ? '确认到账' : '退回凭证'
  if (status === 'deciding' && action === 'pass') return '审议通过'
  return nameOfAction(action)
}

type Filters = Omit<Input<ApiContract['GET /staff/review/list']>, 'pageNum' | 'pageSize'>
const NAMES = [
  ...(['kind', 'status', 'assignee', 'overdue', 'branch', 'provinceCode'] as const),
  ...(['from', 'to', 'decidedFrom', 'decidedTo', 'key'] as const),
] as const

/** The filters of the queue as the address has them: what the server is asked, and how links carry them on. */
export function queueQuery(query: URLSearchParams) {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, ...NAMES)
  const kept = new URLSearchParams([...query].filter(([name]) => NAMES.some(one => one === name)))
  return { pageNum, pageSize, filters, search: kept.size ? `?${kept}` : '' }
}

export const useQueueQuery = () => queueQuery(useSearchParams()[0])
