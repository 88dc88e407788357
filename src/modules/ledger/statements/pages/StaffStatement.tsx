import './statements.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table } from '#ui/table/Table.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import type { Route } from './+types/StaffStatement'
import { StatementLines } from './StatementLines.tsx'

export { staffStatement as handle } from '#modules/ledger/pages/screens.ts'

export const clientLoader = listLoader(async (api, { params, query }) => {
  const id = pathId(params.id)
  const { pageNum, pageSize: _, ...asked } = listQuery<StatementFilters>(query, 'state', 'certain', 'words')
  const filter = { ...asked, id }
  const [statement, lines] = await Promise.all([
    api('GET /staff/statement/detail', { id }),
    api('GET /staff/statement/lines', { ...filter, pageNum, pageSize: MAX_LINES_SHOWN }),
  ])
  return { filter, statement, lines }
})

/** A cashier works through a day's payments without turning pages. */
const MAX_LINES_SHOWN = 200

export type StatementFilters = Input<ApiContract['GET /staff/statement/export']>

/** 对账: each payment with what it seems to be for, and why. */
export default function StaffStatement({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const statement = useLoaded(loaderData.statement)
  const lines = useLoaded(loaderData.lines)
  const [accepting, setAccepting] = useState(false)
  const { reload } = statement
  const mayAccept = useMay('staff:finance')
  return (
    <>
      <States answer={statement} lines={3}>
        {of => (
          <section className="desk-card">
            <div className="desk-card-head">
              <h2>
                {of.bank}　{of.fromDay} 至 {of.toDay}
              </h2>
              <Link to="/staff/statements">全部流水</Link>
            </div>
            <p>
              收入 {of.count} 笔，共 {formatYuan(of.amount)} 元：已入账 {of.accepted} 笔，待处理 {of.open} 笔，其他款项{' '}
              {of.aside} 笔。
              {of.known > 0 && `另有 ${of.known} 笔此前已导入。`}由 {of.importedName} 于 {minute(of.createdAt)} 导入。
            </p>
            {mayAccept && (
              <p className="form-actions">
                <Button type="primary" disabled={of.certain === 0} onClick={() => setAccepting(true)}>
                  {of.certain > 0
                    ? `有把握的 ${of.certain} 笔一并入账（${formatYuan(of.certainAmount)} 元）`
                    : '没有可一并入账的流水'}
                </Button>
              </p>
            )}
            <Unread of={of} />
            {accepting && <AcceptAll of={of} close={() => setAccepting(false)} changed={reload} />}
          </section>
        )}
      </States>
      <section className="desk-card">
        <h2>流水明细</h2>
        <StatementLines answer={lines} filter={filter} changed={reload} />
      </section>
    </>
  )
}

type Statement = Output<ApiContract['GET /staff/statement/detail']>

/** Says what of the bank's file was not read: hidden sheets, and each row with its reason. */
const Unread = ({ of: { passedOver, unread, hiddenSheets } }: { of: Statement }) => (
  <>
    {hiddenSheets.length > 0 && (
      <p role="status">
        <Tag tone="warn">没有读取</Tag> 隐藏的工作表“{hiddenSheets.join('”“')}
        ”里也有流水。需要入账的，请取消隐藏后再导入。
      </p>
    )}
    {unread.length > 0 && (
      <details>
        <summary>没有读作收入的 {passedOver} 行</summary>
        <Table
          caption="没有读作收入的行"
          rows={unread}
          keyOf={({ row, reason }) => `${row} ${reason}`}
          columns={[
            { name: '文件中的行', cell: ({ row }) => `第 ${row} 行`, nowrap: true },
            { name: '原因', cell: ({ reason }) => reason },
          ]}
        />
      </details>
    )}
  </>
)
type Props = { of: Statement; close: () => void; changed: () => void }

/** Posts all certain matches after showing their number and sum. */
function AcceptAll({ of, close, changed }: Props) {
  const bulk = useBulk<Statement>({
    rows: [of],
    idOf: ({ id }) => id,
    nameOf: () => '',
    changed,
    send: async ([statement]) => {
      const { id, certain: expected } = statement!
      const done = await browserApi('POST /staff/statement/acceptAll', { id, expected })
      return done.map(({ msg, ...one }) => ({ ...one, message: msg }))
    },
  })
  // Uses the figures from the opening of the dialog; posted lines no longer count as certain.
  const [{ certain, certainAmount }] = bulk.of as [Statement]
  return (
    <BulkDialog title={`${certain} 笔流水一并入账`} unit="笔" action="一并入账" bulk={bulk} close={close}>
      共 {formatYuan(certainAmount)}{' '}
      元。编号与金额相符，或付款人名称与金额相符且没有第二种可能的，才列入。对应的款项随即确认到账，付款人会收到通知，等待缴费的申请同时进入下一步（首笔会费即完成入会，培训费即报名成功）。
    </BulkDialog>
  )
}
