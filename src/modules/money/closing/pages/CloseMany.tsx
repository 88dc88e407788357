import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { addDays } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { States } from '#ui/States.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { Table } from '#ui/table/Table.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import { MAX_DAYS_AT_ONCE } from '../closingWords.ts'

type OpenDay = Output<ApiContract['GET /staff/closing/open']>[number]
type Props = { from: string; until: string; changed: () => void }

/** Button that closes all days up to this one which have money and are not closed, after showing the sums of each. */
export function CloseMany({ from, until, changed }: Props) {
  const [isOpen, open] = useState(false)
  const last = addDays(from, MAX_DAYS_AT_ONCE - 1)
  const days = useApi('GET /staff/closing/open', isOpen ? { from, until: until < last ? until : last } : null)
  return (
    <>
      <Button size="small" onClick={() => open(true)}>
        一并日结
      </Button>
      {isOpen && (
        <States answer={days} lines={2}>
          {list => <CloseThese days={list} changed={changed} close={() => open(false)} />}
        </States>
      )}
    </>
  )
}

type CloseTheseProps = { days: OpenDay[]; changed: () => void; close: () => void }

const idOf = ({ day }: OpenDay) => Number(day.replaceAll('-', ''))

function CloseThese({ days, changed, close }: CloseTheseProps) {
  const bulk = useBulk<OpenDay>({
    rows: days,
    idOf,
    nameOf: ({ day }) => day,
    changed,
    send: async some => {
      const asked = some.map(({ day, version }) => ({ day, version }))
      const done = await browserApi('POST /staff/closing/closeMany', { days: asked })
      return done.map((result, i) => ({ ...result, id: idOf(some[i]!) }))
    },
  })
  const net = sumAmounts(bulk.of.map(of => of.net))
  return (
    <BulkDialog
      title={`日结 ${bulk.of.length} 天`}
      unit="天"
      action="依次日结"
      bulk={bulk}
      close={close}
      form={
        <Table
          caption="要日结的日子"
          rows={[...bulk.of]}
          keyOf={({ day }) => day}
          columns={[
            { name: '日期', cell: ({ day }) => day, nowrap: true },
            { name: '收款（元）', cell: ({ received }) => formatYuan(received), isFigure: true },
            { name: '退款（元）', cell: ({ refunded }) => formatYuan(refunded), isFigure: true },
            { name: '净额（元）', cell: ({ net }) => formatYuan(net), isFigure: true },
            { name: '笔数', cell: ({ count }) => count, isFigure: true },
          ]}
        />
      }
    >
      净额共 {formatYuan(net)}{' '}
      元。每天各为一次日结，按日期先后编号，日结后合计与明细不再变动；有变化的那一天及其后的不办理。
    </BulkDialog>
  )
}
