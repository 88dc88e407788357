import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { nameOfAge, waitingAges } from '#modules/review/waitingAges.ts'
import type { ListFilter } from '#ui/table/ListFilterField.tsx'

type Counts = Output<ApiContract['GET /staff/review/counts']> | undefined

/** Builds the filters of the queue with the current count of each option. */
export function useQueueFilters(counts: Counts): ListFilter[] {
  const me = useStaff()
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const { data: branches = [] } = useApi('GET /staff/branch/choices', {})
  const withCount = ({ code, name, n }: { code: string; name: string; n: number }) => ({
    code,
    name: n ? `${name}（${n}）` : name,
  })
  const others = colleagues.filter(({ id }) => id !== me.id)
  return [
    { name: 'key', label: '申请人、编号或电话', kind: 'text' },
    { name: 'kind', label: '事项', options: counts?.kinds.map(withCount) ?? [] },
    {
      name: 'status',
      label: '状态',
      always: 'mine',
      options: [...SCOPES, ...(counts?.states.map(withCount) ?? []), ...CLOSED_STATES],
    },
    {
      name: 'assignee',
      label: '负责人',
      options: [
        { code: 'me', name: '我' },
        { code: 'nobody', name: '未指派' },
        ...others.map(({ id, name }) => ({ code: String(id), name })),
      ],
    },
    { name: 'provinceCode', label: '地区', options: PROVINCES, seldom: true },
    {
      name: 'age',
      label: '已等待',
      options: waitingAges.map(code => ({ code, name: nameOfAge(code) })),
      seldom: true,
    },
    {
      name: 'overdue',
      label: '期限',
      options: [
        { code: '1', name: '已逾期' },
        { code: '0', name: '未逾期' },
      ],
      seldom: true,
    },
    ...(branches.length > 0 ? [{ name: 'branch', label: '分支机构', options: branches, seldom: true }] : []),
    { name: 'from', label: '提交日期从', kind: 'day', seldom: true },
    { name: 'to', label: '提交日期至', kind: 'day', seldom: true },
    { name: 'decidedFrom', label: '办结日期从', kind: 'day', seldom: true },
    { name: 'decidedTo', label: '办结日期至', kind: 'day', seldom: true },
  ]
}

const PROVINCES = provinces.map(({ code, short }) => ({ code, name: short }))
const SCOPES = [
  { code: 'mine', name: '待我处理' },
  { code: 'open', name: '进行中' },
  { code: 'staff', name: '等协会办理' },
  { code: 'all', name: '全部' },
]
const CLOSED_STATES = [
  { code: 'approved', name: '已通过' },
  { code: 'rejected', name: '不予通过' },
  { code: 'withdrawn', name: '已撤回' },
  { code: 'expired', name: '超期终止' },
  { code: 'ended', name: '办结未通过（含撤回、超期）' },
]
