import { Alert } from 'antd'
import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Direction, Way } from '../closingWords.ts'
import type { Route } from './+types/StaffClosing'
import { ClosingActs } from './ClosingActs.tsx'
import { type Day, dayPath } from './closingViews.ts'
import { DayEntries } from './DayEntries.tsx'
import { DaySums } from './DaySums.tsx'
import { StillOpen } from './StillOpen.tsx'
import '#modules/money/receivables/pages/receivables.css'
import './closing.css'

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
        <Standing of={of} />
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

function Standing({ of: { close, late, waiting, earlier } }: { of: Day }) {
  return (
    <>
      <p role="status">
        {close
          ? `第 ${close.number} 号日结，由 ${close.closedName} 于 ${minute(close.closedTime)} 办理。合计与明细已固定。`
          : '还没有日结，以下是现在的数。'}
        {late.count > 0 && `其中补记 ${late.count} 笔，净额 ${yuan(late.net)} 元。`}
      </p>
      {waiting.count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`日结后有 ${waiting.count} 笔变动，净额 ${yuan(waiting.net)} 元，将在下一次日结中补记。`}
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
        />
      )}
    </>
  )
}
