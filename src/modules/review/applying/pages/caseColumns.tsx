import { shortDay } from '#lib/dates.ts'
import type { State } from '#modules/review/workflow.ts'
import type { TableColumn } from '#ui/table/Table.tsx'
import { ApplicationTag } from './ApplicationTag.tsx'

type Row = {
  applyNo: string | null
  status: State
  statusName: string
  currentStep: string
  deadline: string | null
  updateTime: string
}

export const caseColumns: TableColumn<Row>[] = [
  { name: '编号', cell: ({ applyNo }) => applyNo ?? '未提交' },
  {
    name: '状态',
    cell: ({ status, statusName, currentStep, deadline }) => (
      <>
        <ApplicationTag status={status} name={statusName} />
        <span className="cell-note">{deadline ? `请在 ${deadline} 前完成` : currentStep}</span>
      </>
    ),
  },
  { name: '更新', cell: ({ updateTime }) => shortDay(updateTime), nowrap: true },
]
