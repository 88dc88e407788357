import { Link } from 'react-router'
import { Tag } from '#ui/Tag.tsx'
import type { DataColumn } from '#ui/table/DataTable.tsx'
import { QUEUE, type Row } from './caseDecisions.ts'

/** `search`: the queue's address, carried along so that a case knows which one comes next. */
export const queueColumns = (search: string): DataColumn<Row>[] => [
  {
    name: '编号',
    nowrap: true,
    cell: ({ id, number, title }) => (
      <Link to={`${QUEUE}/${id}${search}`} data-case={id}>
        {number}
        <span className="hidden-text">：{title}</span>
      </Link>
    ),
  },
  { name: '事项', nowrap: true, cell: ({ kindName }) => kindName },
  { name: '申请人', cell: ({ applicant }) => applicant, title: ({ applicant }) => applicant },
  { name: '申请内容', cell: ({ matter }) => matter, title: ({ matter }) => matter },
  { name: '状态', nowrap: true, cell: ({ statusName }) => statusName },
  { name: '等待', nowrap: true, cell: ({ waitingDays }) => (waitingDays === 0 ? '今天' : `${waitingDays} 天`) },
  {
    name: '期限',
    nowrap: true,
    cell: ({ deadline, overdue }) =>
      overdue ? (
        <>
          {deadline} <Tag tone="bad">已逾期</Tag>
        </>
      ) : (
        (deadline ?? '—')
      ),
  },
  { name: '负责人', nowrap: true, cell: ({ assigneeName }) => assigneeName ?? '未指派' },
  { name: '提交', nowrap: true, cell: ({ revision }) => `第 ${revision} 次` },
]
