import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Preview } from './letterViews.ts'

/** Addresses typed in, by the key of their payer. */
export type Given = Record<string, { postcode: string; address: string }>
const NONE = { postcode: '', address: '' }

type Props = {
  of: Preview
  letters: number
  /** Payers whose address was typed in. */
  more: readonly { receivables: number; amount: number }[]
  given: Given
  give: (given: Given) => void
  /** What is wrong with an address, by the key of its payer. */
  faults: Record<string, string>
}

/** To whom the letters go, what is left out, and whom nothing else reaches, before a number is given. */
export function LetterPreview({ of, letters, more, given, give, faults }: Props) {
  const left = [
    of.settled > 0 && `已缴清或已作废 ${withCommas(of.settled)} 笔`,
    of.claimed > 0 && `已交凭证、等确认 ${withCommas(of.claimed)} 笔`,
    of.notDue > 0 && `未到期限 ${withCommas(of.notDue)} 笔`,
  ].filter(Boolean)
  const { withoutAddress, unreachable, returned } = of
  const sum = (name: 'receivables' | 'amount') => sumAmounts(more.map(one => one[name]))
  return (
    <div className="letter-preview">
      <Problem>{of.problem}</Problem>
      <p role="status">
        <b>共 {withCommas(letters)} 封</b>，给 {withCommas(of.payers + more.length)} 个缴费人
        {more.length > 0 && `（其中 ${more.length} 个用补的地址）`}：{withCommas(of.receivables + sum('receivables'))}{' '}
        笔款项，未缴 {formatYuan(sumAmounts([of.amount, sum('amount')]))} 元。
      </p>
      {left.length > 0 && <p>不列入：{left.join('，')}。</p>}
      {withoutAddress.count > 0 && (
        <Payers
          open
          title={`没有通讯地址的 ${withCommas(withoutAddress.count)} 个缴费人：不补地址就没有信`}
          note="可在其资料里填写，或在这里补：只用于寄信，下次打印自动带出。"
          of={withoutAddress}
          last={{
            name: '补地址',
            cell: ({ key, name }) => {
              const { postcode, address } = given[key] ?? NONE
              const set = (more: Partial<typeof NONE>) => give({ ...given, [key]: { postcode, address, ...more } })
              return (
                <div className="letter-address">
                  <Input
                    aria-label={`${name}的邮政编码`}
                    placeholder="邮政编码"
                    inputMode="numeric"
                    maxLength={6}
                    value={postcode}
                    onChange={event => set({ postcode: event.target.value })}
                  />
                  <Input
                    aria-label={`${name}的地址`}
                    placeholder="省、市、街道、门牌"
                    maxLength={100}
                    value={address}
                    onChange={event => set({ address: event.target.value })}
                  />
                  <Problem>{faults[key]}</Problem>
                </div>
              )
            },
          }}
        />
      )}
      {unreachable.count > 0 && (
        <Payers
          title={`没有手机和邮箱的 ${withCommas(unreachable.count)} 个缴费人：短信、邮件都送不到`}
          of={unreachable}
          last={{ name: '信函', cell: ({ hasAddress }) => (hasAddress ? '寄得到' : '也没有地址') }}
        />
      )}
      {returned.count > 0 && (
        <Payers
          title={`上一封从同一地址退回的 ${withCommas(returned.count)} 个缴费人：请先核对地址`}
          of={returned}
          last={{ name: '退信日期', cell: ({ returnedOn }) => returnedOn }}
        />
      )}
      {letters > 1 && <p>合为一个 PDF，请单面打印，按折线三折后装入 DL 窗口信封（220 × 110 毫米，左窗）。</p>}
    </div>
  )
}

type Payer = Preview['returned']['list'][number]
type PayersProps<One extends Omit<Payer, 'returnedOn'>> = {
  title: string
  of: { count: number; list: One[] }
  last: { name: string; cell: (of: One) => ReactNode }
  open?: boolean
  note?: string
}

/** Payers by name, those who owe most first; each leads to its record. */
function Payers<One extends Omit<Payer, 'returnedOn'>>({
  title,
  of: { count, list },
  last,
  open,
  note,
}: PayersProps<One>) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <div>
        {note && <p>{note}</p>}
        <Table
          caption={title}
          rows={list}
          keyOf={({ key }) => key}
          columns={[
            {
              name: '缴费人',
              cell: ({ name, route }) => (
                <Link to={route} target="_blank">
                  {name}
                </Link>
              ),
            },
            { name: '未缴（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            last,
          ]}
        />
        {count > list.length && <p>只列出欠款最多的 {list.length} 个。</p>}
      </div>
    </details>
  )
}
