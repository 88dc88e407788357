import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { ShareDialog } from '#modules/ledger/allocating/pages/ShareDialog.tsx'
import { ActDialog, Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FileList } from '#ui/file/FileList.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffPayment'
import { type PaymentDetail, paymentTones } from './paymentViews.ts'

export { staffPayment as handle } from '#modules/ledger/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/received/detail', { id: pathId(params.id) }),
)

const payment = defineAct<PaymentDetail>()
const acts = {
  cancel: payment({
    call: 'POST /staff/received/cancel',
    name: '撤销到账',
    isDanger: true,
    confirm: '这笔到账和它的全部核销一并撤销，所核销的款项回到未缴清，缴费人会收到更正通知。',
    fields: [reasonField('缴费人会看到')],
    input: ({ id }, { reason }) => ({ id, reason: String(reason ?? '') }),
    done: '已撤销到账',
  }),
}

type Share = PaymentDetail['entries'][number]
const takeBack = defineAct<Share>()({
  call: 'POST /staff/received/takeBack',
  name: '撤销核销',
  isDanger: true,
  confirm: ({ name, about, share }) =>
    `${name} ${about}回到未缴清，${formatYuan(share)} 元回到这笔到账的余款，缴费人会收到更正通知。`,
  fields: [reasonField('缴费人会看到')],
  input: ({ entry }, { reason }) => ({ entry, reason: String(reason ?? '') }),
  done: '已撤销核销',
})

const undoColumn = (take: (share: Share) => void): TableColumn<Share> => ({
  name: '操作',
  nowrap: true,
  cell: one =>
    one.canUndo && (
      <Button size="small" onClick={() => take(one)}>
        撤销核销
        <span className="hidden-text">
          ：{one.name} {one.about}
        </span>
      </Button>
    ),
})

/** One payment: what it paid, what is left of it, and what can be done with that. */
export default function StaffPayment({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const [isAllocating, allocate] = useState(false)
  const [taking, take] = useState<Share>()
  const mayMove = useMay('staff:finance')
  return (
    <States answer={answer}>
      {of => (
        <>
          <section className="desk-card">
            <div className="desk-card-head">
              <h2>
                {of.payer || '未留名'}　{formatYuan(of.amount)} 元
              </h2>
              <Link to="/staff/received">全部到账</Link>
            </div>
            <Facts
              facts={[
                ['状态', <StateTag key="state" of={of} tones={paymentTones} />],
                ['方式', of.wayName],
                ['到账日期', of.paidOn],
                ['余款', of.credit > 0 && `${formatYuan(of.credit)} 元`],
                ['号码', of.number],
                ['附言', of.remark],
                ['登记', `${of.recordedName} ${minute(of.recordedTime)}`.trim()],
                [
                  '银行流水',
                  of.statement && <Link to={`/staff/statements/${of.statement.id}`}>{of.statement.bank}</Link>,
                ],
                [
                  '退余款',
                  mayMove && of.credit > 0 && (
                    <Link to={`/staff/receivables/${of.creditId}`}>在“应收与实收”申请退款</Link>
                  ),
                ],
                ['撤销原因', of.cancelReason],
              ]}
            />
            <FileList files={of.file ? [of.file] : []} />
            <Acts acts={acts} possible={mayMove && of.canCancel ? ['cancel'] : []} of={of} reload={answer.reload}>
              {mayMove && of.credit > 0 && of.state !== 'cancelled' && (
                <Button type="primary" onClick={() => allocate(true)}>
                  用余款核销
                </Button>
              )}
            </Acts>
          </section>
          <section className="desk-card">
            <h2>核销的款项</h2>
            {of.entries.length === 0 ? (
              <p>没有核销任何款项。</p>
            ) : (
              <Table
                caption="这笔到账核销的款项"
                rows={of.entries}
                keyOf={({ entry }) => entry}
                columns={[
                  {
                    name: '款项',
                    cell: one => (
                      <Link to={`/staff/receivables/${one.receivableId}`}>
                        {one.name} {one.about}
                      </Link>
                    ),
                  },
                  { name: '种类', nowrap: true, cell: ({ kindName }) => kindName },
                  { name: '应缴（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
                  { name: '核销（元）', isFigure: true, cell: ({ share }) => formatYuan(share) },
                  { name: '还欠（元）', isFigure: true, cell: ({ open }) => (open ? formatYuan(open) : '—') },
                  { name: '登记', nowrap: true, cell: ({ bookedOn }) => bookedOn },
                  ...(mayMove ? [undoColumn(take)] : []),
                ]}
              />
            )}
          </section>
          {of.history.length > of.entries.length && <PaymentHistory of={of} />}
          {isAllocating && <AllocateCredit of={of} close={() => allocate(false)} reload={answer.reload} />}
          {taking && <ActDialog act={takeBack} of={taking} reload={answer.reload} close={() => take(undefined)} />}
        </>
      )}
    </States>
  )
}

/** Every entry of a payment, also those that were taken back. */
const PaymentHistory = ({ of }: { of: PaymentDetail }) => (
  <section className="desk-card">
    <h2>记录</h2>
    <Table
      caption="这笔到账的全部记录"
      rows={of.history}
      columns={[
        { name: '登记', nowrap: true, cell: ({ bookedOn }) => bookedOn },
        { name: '款项', cell: ({ about }) => about || '—' },
        { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
        { name: '原因', cell: ({ reason }) => reason || '—' },
      ]}
    />
  </section>
)

function AllocateCredit({ of, close, reload }: { of: PaymentDetail; close: () => void; reload: () => void }) {
  const { submit, ...sending } = useSubmit('POST /staff/received/allocate')
  return (
    <ShareDialog
      title={`用余款核销：${of.payer}`}
      of={{ ...of, amount: of.credit }}
      action="核销"
      sending={sending}
      send={async shares => {
        if (!(await submit({ id: of.id, shares }))) return
        announce('已核销')
        close()
        reload()
      }}
      close={close}
    />
  )
}
