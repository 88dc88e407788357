import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyRefunds'
import { refundTones } from './refundViews.ts'

export { myRefunds as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader((api, { query }) => api('GET /member/refund/list', listQuery(query)))

type Own = Output<ApiContract['GET /member/refund/list']>['list'][number]

/** 我的退款: what one asked back or gets back, how far each is and by which day it is there. */
export default function MyRefunds({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <section className="centre-card">
      <DataTable
        caption="我的退款"
        answer={answer}
        unit="笔"
        empty={{
          title: '没有退款',
          children: <p>在报名、广告或支付订单的页面点“申请退款”，办到哪一步、哪天到账都列在这里。</p>,
        }}
        columns={[
          {
            name: '款项',
            cell: ({ kindName, about, reason }) => (
              <>
                {kindName}：{about}
                <br />
                <small>{reason}</small>
              </>
            ),
          },
          { name: '退款（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          { name: '状态', nowrap: true, cell: row => <StateTag of={row} tones={refundTones} /> },
          {
            name: '进展',
            cell: row =>
              progressOf(row).map(line => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              )),
          },
          { name: '退往', nowrap: true, cell: ({ account }) => account || '原路退回' },
          {
            name: '办理',
            nowrap: true,
            cell: row =>
              row.canWithdraw ? (
                <ActButton act={withdraw} of={row} called={row.about} reload={answer.reload} />
              ) : row.state === 'refused' || row.state === 'withdrawn' ? (
                <Link to={`/admin/user/refunds/ask/${row.receivableId}`}>重新申请</Link>
              ) : (
                '—'
              ),
          },
        ]}
      />
    </section>
  )
}

const withdraw = defineAct<Own>()({
  name: '撤回',
  confirm: '这笔退款不再办理，可以重新申请；已经让出的名额或广告位不因此恢复。',
  isDanger: true,
  call: 'POST /member/refund/withdraw',
  input: ({ id, version }) => ({ id, version }),
  done: '退款申请已撤回',
})

/** What has happened, and by which day what follows is done. */
function progressOf(of: Own): string[] {
  const { requestedOn, agreedOn, examineBy, payBy, paidOn, amountWords, note, state } = of
  const lines = [
    requestedOn && `${longDay(requestedOn)}申请`,
    agreedOn && `${longDay(agreedOn)}同意`,
    amountWords,
    examineBy && `预计${longDay(examineBy)}前答复`,
    state === 'asked' && '已受理，正在复核',
    payBy && `预计${longDay(payBy)}前汇出`,
    paidOn && `${longDay(paidOn)}汇出`,
    state === 'refused' && `原因：${note}`,
  ]
  return lines.filter(line => typeof line === 'string' && line !== '') as string[]
}
