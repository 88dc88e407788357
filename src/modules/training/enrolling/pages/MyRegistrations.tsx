import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { enrolmentStatuses, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyRegistrations'
import { registrationTone } from './registrationTone.ts'

export { myRegistrations as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, ...filters } = listQuery<Filters>(query, 'status')
  const page = await api('GET /training/v2/registration/list', { ...filters, pageNum })
  return { page }
})

type Row = Output<ApiContract['GET /training/v2/registration/list']>['list'][number]

const FILTERS = [
  {
    name: 'status',
    label: '状态',
    options: enrolmentStatuses.map(code => ({ code, name: enrolmentStatusNames[code] })),
  },
]

type Filters = Input<ApiContract['GET /training/v2/registration/list']>

/** 我的报名: each with what it waits for. */
export default function MyRegistrations({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  return (
    <section className="centre-card">
      <DataTable
        caption="我的培训报名"
        answer={answer}
        filters={FILTERS}
        unit="份报名"
        actions={
          <Link className="button primary" to="/admin/user/training">
            报名培训班
          </Link>
        }
        empty={{ title: '还没有报名', children: <p>在“培训报名”中选择培训班；填了一半的也会保存在这里。</p> }}
        columns={[
          {
            name: '培训班',
            cell: row => (
              <>
                <Link to={routeOf(row)}>{row.title}</Link>
                <span className="cell-note">
                  {row.startDate} 至 {row.endDate}　{row.city}
                </span>
                <span className="cell-note">{row.regNo ? `编号 ${row.regNo}` : '未提交'}</span>
              </>
            ),
          },
          {
            name: '人数与费用',
            cell: ({ personsCount, totalFee, invoiceStatus, invoiceStatusName }) => (
              <>
                {personsCount} 人
                <br />
                {formatYuan(totalFee)} 元
                {invoiceStatus !== 'none' && <span className="cell-note">发票{invoiceStatusName}</span>}
              </>
            ),
            nowrap: true,
          },
          {
            name: '状态',
            cell: ({ regStatus, regStatusName, deadline, auditReason }) => (
              <>
                <Tag tone={registrationTone(regStatus)}>{regStatusName}</Tag>
                {deadline && (
                  <span className="cell-note">
                    {regStatus === 'waiting' ? `候补到 ${deadline} 为止` : `请在 ${deadline} 前办理`}
                  </span>
                )}
                {auditReason && <span className="cell-note">{auditReason}</span>}
              </>
            ),
          },
          { name: '更新', cell: ({ updateTime }) => shortDay(updateTime), nowrap: true },
          {
            name: '下一步',
            cell: row => {
              const task = taskOf(row)
              return (
                <Link className={task ? 'button' : 'row-link'} to={routeOf(row)}>
                  {task ?? '查看'}
                  <span className="hidden-text">：{row.title}</span>
                </Link>
              )
            },
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}

const routeOf = ({ id }: Row) => `/admin/user/training/registrations/${id}`

function taskOf({ regStatus, canEdit, canPay, canAccept }: Row): string | undefined {
  if (canAccept) return '确认参加'
  if (canPay) return '去缴费'
  if (!canEdit) return
  return regStatus === 'draft' ? '继续填写' : regStatus === 'returned' ? '去更正' : undefined
}
