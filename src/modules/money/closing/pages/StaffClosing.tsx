import '#modules/money/receivables/pages/receivables.css'
import './closing.css'
import { Alert } from 'antd'
import { Link } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { addDays, minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Page } from '#lib/paging.ts'
import { flagOptions } from '#lib/register/register.ts'
import { type Way, wayNames } from '#modules/ledger/ledgerWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { type Direction, directionNames } from '../closingWords.ts'
import type { Route } from './+types/StaffClosing'
import { CloseMany } from './CloseMany.tsx'
import { ClosingActs } from './ClosingActs.tsx'
import { type Day, dayPath, type Entry } from './closingViews.ts'

export { staffClosing as handle } from '#modules/money/pages/screens.ts'

type Filters = { day?: string; kind?: string; way?: Way; direction?: Direction; late?: 'yes' | 'no' }

export const clientLoader = listLoader(async (api, { query }) => {
  const asked = listQuery<Filters>(query, 'day', 'kind', 'way', 'direction', 'late')
  const [of, entries] = await Promise.all([
    api('GET /staff/closing/day', { day: asked.day }),
    api('GET /staff/closing/entries', asked),
  ])
  return { of, entries }
})

/** 日结: what came and went on a day, what is still open, and the act that fixes it. */
export default function StaffClosing({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.of)
  const entries = useLoaded(loaderData.entries)
  const { data: of, reload } = answer
  return (
    <>
      <section className="desk-card">
        <div className="closing-head">
          <h2>{of.day} 的收付</h2>
          <ListFilterField name="day" label="日期" kind="day" always={of.day} />
          <ClosingActs of={of} changed={reload} />
        </div>
        <DayStatus of={of} changed={reload} />
        <DaySums of={of} />
      </section>
      <section className="desk-card" id="entries">
        <h2>收付明细</h2>
        <DayEntries answer={entries} of={of} />
      </section>
      <section className="desk-card">
        <h2>未了事项与票据</h2>
        <StillOpen of={of} />
      </section>
    </>
  )
}

function DayStatus({ of: { day, close, late, waiting, earlier }, changed }: { of: Day; changed: () => void }) {
  const mayClose = useMay('staff:finance')
  return (
    <>
      <p role="status">
        {close
          ? `第 ${close.number} 号日结，由 ${close.closedName} 于 ${minute(close.closedTime)} 办理。合计与明细已固定。`
          : '还没有日结，以下是现在的数。'}
        {late.count > 0 && `其中补记 ${late.count} 笔，净额 ${formatYuan(late.net)} 元。`}
      </p>
      {waiting.count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`日结后有 ${waiting.count} 笔变动，净额 ${formatYuan(waiting.net)} 元，将在下一次日结中补记。`}
        />
      )}
      {earlier.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="前面还有收付未日结的日子"
          description={earlier.map(day => (
            <Link key={day} to={dayPath(day)} style={{ marginRight: '1em' }}>
              {day}
            </Link>
          ))}
          action={mayClose && <CloseMany from={earlier[0]!} until={close ? addDays(day, -1) : day} changed={changed} />}
        />
      )}
    </>
  )
}

type Row = Omit<Day['lines'][number], 'way'> & { way: string }

/** Sums by kind and way, and in total; each links to its list below. */
function DaySums({ of }: { of: Day }) {
  const rows: Row[] = [...of.lines, { kind: '', kindName: '合计', way: '', wayName: '', ...of.all }]
  const listOf = ({ kind, way }: Row, direction = '') =>
    `?${new URLSearchParams(
      Object.entries({ day: of.day, kind, way, direction }).filter(([, value]) => value !== ''),
    )}#entries`
  const sum = (row: Row, amount: number, direction?: string) =>
    amount ? (
      <Link to={listOf(row, direction)} preventScrollReset={false}>
        {formatYuan(amount)}
      </Link>
    ) : (
      formatYuan(amount)
    )
  return (
    <div className="money-totals">
      <DataTable
        caption="合计"
        answer={{ data: rows, error: undefined, loading: false, reload: () => {} }}
        keyOf={row => `${row.kind} ${row.way}`}
        empty={{ title: '没有收付' }}
        columns={[
          { name: '种类', nowrap: true, cell: row => row.kindName },
          { name: '方式', nowrap: true, cell: row => row.wayName || '全部' },
          { name: '收款（元）', isFigure: true, cell: row => sum(row, row.received, 'receipt') },
          { name: '退款（元）', isFigure: true, cell: row => sum(row, row.refunded, 'refund') },
          { name: '净额（元）', isFigure: true, cell: row => sum(row, row.net) },
          { name: '笔数', isFigure: true, cell: row => row.count },
        ]}
      />
    </div>
  )
}

/** List of the day's entries. */
function DayEntries({ answer, of }: { answer: Answer<Page<Entry>>; of: Day }) {
  const kinds = new Map(of.lines.map(({ kind, kindName }) => [kind, kindName]))
  return (
    <DataTable
      caption="收付明细"
      answer={answer}
      unit="笔"
      empty={{ title: '没有收付', children: <p>这一天没有确认到账或退款的款项，或没有符合筛选的。</p> }}
      filters={[
        { name: 'kind', label: '种类', options: [...kinds].map(([code, name]) => ({ code, name })) },
        { name: 'way', label: '方式', options: optionsOf(wayNames) },
        { name: 'direction', label: '收或退', options: optionsOf(directionNames) },
        { name: 'late', label: '补记', options: flagOptions },
      ]}
      columns={[
        { name: '缴费人', cell: row => <Link to={`/staff/receivables/${row.receivableId}`}>{row.payer || '—'}</Link> },
        { name: '种类', nowrap: true, cell: row => row.kindName },
        { name: '款项', cell: row => row.about },
        { name: '编号', nowrap: true, cell: row => row.number },
        { name: '方式', nowrap: true, cell: row => `${row.directionName} · ${row.wayName}` },
        { name: '金额（元）', isFigure: true, cell: row => formatYuan(row.amount) },
        {
          name: '到账或退款',
          nowrap: true,
          cell: row => (
            <>
              <span className="cell-day">{row.day}</span> {row.isLate && <Tag tone="warn">补记</Tag>}
            </>
          ),
        },
        { name: '确认', nowrap: true, cell: row => <span className="cell-day">{row.confirmedOn}</span> },
      ]}
    />
  )
}

/** Unsettled claims and bank lines up to that day, and the number of invoices and receipts dated on it. */
function StillOpen({ of: { claims, bankLines, papers } }: { of: Day }) {
  return (
    <>
      <div className="closing-open">
        <Open
          title={`缴费凭证待确认 ${claims.total} 笔`}
          of={claims}
          to={({ id }) => `/staff/receivables/${id}`}
          all="/staff/receivables?state=claimed"
        />
        <Open
          title={`银行流水待入账 ${bankLines.total} 笔`}
          of={bankLines}
          to={({ id }) => `/staff/statements/${id}`}
          all="/staff/statements"
        />
      </div>
      <Facts
        facts={[
          ['当日发票与票据', `${papers.invoices} 张`],
          ['当日收据', `${papers.receipts} 张`],
        ]}
      />
    </>
  )
}

type Listed = Day['claims']
type Props = { title: string; of: Listed; to: (one: Listed['list'][number]) => string; all: string }

const Open = ({ title, of: { list, total }, to, all }: Props) => (
  <section>
    <h3>{title}</h3>
    {total === 0 ? (
      <p>没有。</p>
    ) : (
      <ul role="list">
        {list.map((one, at) => (
          <li key={`${one.id} ${at}`}>
            <span>
              <Link to={to(one)}>{one.name || '未写付款人'}</Link>
              <small>{keepTogether(`${one.day}　${one.about}`)}</small>
            </span>
            <span className="money-figure">{formatYuan(one.amount)}</span>
          </li>
        ))}
      </ul>
    )}
    {total > list.length && <Link to={all}>查看全部 {total} 笔</Link>}
  </section>
)
