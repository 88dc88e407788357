import './staffFees.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import type { Answer } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { provinces } from '#lib/provinces.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { SaveAddresses } from '#modules/members/addressList/pages/SaveAddresses.tsx'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { FigureLine } from '#ui/media/FigureLine.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BulkBar } from '#ui/table/BulkBar.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useBulk } from '#ui/table/useBulk.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import type { Route } from './+types/StaffFees'
import { FeeDrawer } from './FeeDrawer.tsx'
import { type Fee, feeTones } from './feeViews.ts'
import { RaiseFees, UnraiseFees } from './RaiseFees.tsx'
import { RemindFees } from './RemindFees.tsx'

export { staffFees as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(
    query,
    'year',
    'state',
    'levelCode',
    'provinceCode',
    'raisedTo',
    'paidFrom',
    'paidTo',
    'words',
  )
  const [page, totals] = await Promise.all([
    api('GET /staff/fee/list', { ...filter, pageNum, pageSize }),
    api('GET /staff/fee/totals', filter),
  ])
  return { filter, page, totals }
})

const states = [
  { code: 'open', name: '未缴清' },
  { code: 'owed', name: '应收（不含免缴与作废）' },
  ...Object.entries(receivableStateNames).map(([code, name]) => ({ code, name })),
]

type Filters = Input<ApiContract['GET /staff/fee/export']>

/** 会费: who owes, who has paid, what waits for the cashier. */
export default function StaffFees({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  const totals = useLoaded(loaderData.totals)
  const [query] = useSearchParams()
  const mayCollect = useMay('staff:finance')
  const [asking, ask] = useState<'raise' | 'unraise' | 'remind' | 'remindChosen' | 'confirm'>()
  const reload = () => {
    answer.reload()
    totals.reload()
  }
  const selection = useSelection<Fee>({
    rows: answer.data?.list ?? [],
    filters: filter,
    keyOf: ({ id }) => id,
    nameOf: ({ name, year }) => `${name} ${year} 年度`,
    pageOf: asked => browserApi('GET /staff/fee/list', { ...filter, ...asked }),
  })
  const waiting = selection.rows.filter(({ state }) => state === 'claimed')
  const settled = () => {
    selection.clear()
    reload()
  }
  return (
    <>
      <section className="desk-card">
        <h2 className="hidden-text">会费明细</h2>
        <div className="apart fee-head">
          <FeeTotals answer={totals} />
          {mayCollect && (
            <p>
              <Button onClick={() => ask('raise')}>生成年度会费</Button>
              <Button onClick={() => ask('unraise')}>撤销年度会费</Button>
              <Button onClick={() => ask('remind')}>催缴</Button>
            </p>
          )}
        </div>
        <DataTable<Fee>
          caption="会费明细"
          answer={answer}
          unit="笔"
          empty={{ title: '还没有会费', children: <p>点“生成年度会费”，为在册会员各生成一笔。</p> }}
          filters={[
            { name: 'words', label: '名称或编号', kind: 'text' },
            { name: 'year', label: '年度', options: toOptions(totals.data?.years) },
            { name: 'state', label: '状态', options: states },
            { name: 'levelCode', label: '级别', options: toLevels(totals.data?.levels) },
            {
              name: 'provinceCode',
              label: '地区',
              options: provinces.map(({ code, short }) => ({ code, name: short })),
            },
            { name: 'raisedTo', label: '生成日期至', kind: 'day', seldom: true },
            { name: 'paidFrom', label: '到账日期从', kind: 'day', seldom: true },
            { name: 'paidTo', label: '到账日期至', kind: 'day', seldom: true },
          ]}
          save={() => saveFile('GET /staff/fee/export', filter)}
          actions={<SaveAddresses of="memberFee" query={query.toString()} />}
          selection={mayCollect ? selection : undefined}
          isOneLine
          columns={[
            {
              name: '会员',
              cell: ({ id, name }) => (
                <Link to={withQuery(query, 'fee', id)} preventScrollReset>
                  {name}
                </Link>
              ),
              title: ({ name }) => name,
            },
            { name: '编号', cell: ({ number }) => number, nowrap: true },
            { name: '年度', cell: ({ year }) => year, nowrap: true },
            { name: '级别', cell: ({ levelName }) => levelName },
            { name: '地区', cell: ({ provinceName }) => provinceName || '—', nowrap: true },
            {
              name: '金额（元）',
              isFigure: true,
              cell: ({ amount }) => formatYuan(amount),
            },
            {
              name: '状态',
              cell: ({ state, stateName, isLate }) => (
                <Tag tone={isLate && state === 'due' ? 'bad' : feeTones[state]}>
                  {isLate ? `${stateName}，已过期限` : stateName}
                </Tag>
              ),
            },
            { name: '缴费期限', cell: ({ dueOn }) => dueOn ?? '—', nowrap: true },
            { name: '汇款日期', cell: ({ paidOn }) => paidOn ?? '—', nowrap: true },
          ]}
        />
      </section>
      {mayCollect && selection.keys.length > 0 && (
        <BulkBar count={selection.keys.length} unit="笔" clear={selection.clear}>
          <Button disabled={waiting.length === 0} onClick={() => ask('confirm')}>
            确认所选到账（{waiting.length}）
          </Button>
          <Button onClick={() => ask('remindChosen')}>催缴所选（{selection.keys.length}）</Button>
          <WriteToChosen register="fee" ids={selection.keys} sent={selection.clear} />
        </BulkBar>
      )}
      <FeeDrawer changed={reload} />
      {asking === 'unraise' && <UnraiseFees close={() => ask(undefined)} changed={reload} />}
      {asking === 'raise' && <RaiseFees close={() => ask(undefined)} changed={reload} />}
      {asking === 'remind' && <RemindFees filter={filter} close={() => ask(undefined)} changed={reload} />}
      {asking === 'remindChosen' && (
        <RemindFees
          filter={{ ids: selection.keys.join(',') }}
          whose="所选的会费里"
          close={() => ask(undefined)}
          changed={settled}
        />
      )}
      {asking === 'confirm' && <ConfirmFees fees={waiting} close={() => ask(undefined)} changed={settled} />}
    </>
  )
}

const toOptions = (years: number[] = []) => years.map(year => ({ code: String(year), name: `${year} 年度` }))
const toLevels = (levels: { code: number; name: string }[] = []) =>
  levels.map(({ code, name }) => ({ code: String(code), name }))

type Props = { fees: Fee[]; close: () => void; changed: () => void }

/** Several at once, after saying how many and how much. */
function ConfirmFees({ fees, close, changed }: Props) {
  const bulk = useBulk<Fee>({
    rows: fees,
    idOf: ({ id }) => id,
    nameOf: ({ name, year }) => `${name} ${year} 年度`,
    changed,
    send: async some => {
      const done = await browserApi('POST /staff/fee/settleMany', { ids: some.map(({ id }) => id) })
      return done.map(({ msg, ...one }) => ({ ...one, message: msg }))
    },
  })
  return (
    <BulkDialog title={`确认 ${bulk.of.length} 笔会费到账`} unit="笔" action="确认到账" bulk={bulk} close={close}>
      共 {formatYuan(sumAmounts(bulk.of.map(({ amount }) => amount)))}{' '}
      元。请先与银行账户核对；确认后会员收到消息，入会申请的首笔会费确认后即完成入会。
    </BulkDialog>
  )
}

type Totals = Output<ApiContract['GET /staff/fee/totals']>

/** Totals of the filtered fees and counts by state; each figure links to its list. */
function FeeTotals({ answer }: { answer: Answer<Totals> }) {
  const [query] = useSearchParams()
  const listOf = (state?: string) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'fee']) next.delete(name)
    if (state) next.set('state', state)
    return `/staff/fees?${next}`
  }
  return (
    <States answer={answer} lines={1}>
      {({ count, due, paid, open, waived, states }) => (
        <FigureLine
          figures={[
            { name: '应收（元）', value: formatYuan(due), note: `${count} 笔`, to: listOf() },
            { name: '实收（元）', value: formatYuan(paid), note: shareOf(paid, due), to: listOf('confirmed') },
            { name: '待缴（元）', value: formatYuan(open), to: listOf('open') },
            { name: '减免（元）', value: formatYuan(waived), to: listOf('waived') },
            ...states.map(({ state, stateName, count }) => ({
              name: stateName,
              value: `${count} 笔`,
              to: listOf(state),
            })),
          ]}
        />
      )}
    </States>
  )
}

const shareOf = (paid: number, due: number) => (due > 0 ? `${Math.floor((paid / due) * 100)}%` : undefined)
