import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { Refusal } from '#lib/error.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { formatNumber } from '../checks.ts'
import type { Route } from './+types/MyStatisticsReport'
import { type Grid, ReportCells } from './ReportCells.tsx'
import { reportTones } from './statisticsTones.ts'

export { myStatisticsReport as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const asked = { formId: pathId(params.form), period: params.period ?? '' }
  const [of, position] = await Promise.all([
    api('GET /member/statistics/report', asked),
    api('GET /member/statistics/position', asked),
  ])
  return { of, position }
})

/** One report: filled in beside the period before and the year before, checked while it is written, and handed in. */
export default function MyStatisticsReport({ loaderData: { of, position } }: Route.ComponentProps) {
  useScreenName(`${of.formName} ${of.periodName}`)
  return (
    <>
      <section className="centre-card">
        <h2>
          {of.formName}　{of.periodName}
        </h2>
        <Facts
          facts={[
            ['状态', <StateTag key="state" of={of} tones={reportTones} />],
            [
              '期限',
              <span key="due">
                {of.dueOn} {of.isLate && <Tag tone="bad">已过</Tag>}
              </span>,
            ],
            ['上报', of.submittedTime && `${of.submittedName} ${minute(of.submittedTime)}`],
            ['填报说明', of.note],
          ]}
        />
        {of.state === 'open' || of.state === 'returned' ? <Filling key={of.version} of={of} /> : <HandedIn of={of} />}
      </section>
      {position.isPublished && <Position of={position} />}
    </>
  )
}

function Filling({ of }: { of: Grid }) {
  const revalidate = useRevalidate()
  const begun = Object.fromEntries(of.cells.map(({ code, value }) => [code, value === null ? '' : String(value)]))
  const [typed, setTyped] = useState<Record<string, string>>(begun)
  const [explanations, setExplanations] = useState(of.explanations)
  const [faults, setFaults] = useState(of.faults)
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const asked = { formId: of.formId, period: of.period }
  const run = async (work: () => Promise<unknown>) => {
    setState({ busy: true })
    try {
      await work()
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, error: toRefusal(error) })
    }
  }
  const check = () =>
    run(async () => {
      const found = await browserApi('POST /member/statistics/check', { ...asked, values: typed })
      setFaults(found.faults)
      announce(found.faults.length === 0 ? '没有发现问题' : `有 ${found.faults.length} 处须更正或说明`)
    })
  const save = (submit: boolean) =>
    run(async () => {
      // Shows what has to be explained before the server refuses it.
      if (submit) setFaults((await browserApi('POST /member/statistics/check', { ...asked, values: typed })).faults)
      await browserApi('POST /member/statistics/save', {
        ...asked,
        version: of.version,
        values: typed,
        explanations,
        submit,
      })
      announce(submit ? '已上报，协会核过前可以撤回' : '已保存，还没有上报')
      void revalidate()
    })
  const { busy, error } = state
  return (
    <>
      <p>可以从表格软件中复制一列数，粘贴到第一个要填的格子。</p>
      <div className="statistics-scroll">
        <ReportCells
          of={of}
          faults={faults}
          typed={typed}
          explanations={explanations}
          errors={error?.fields ?? {}}
          onTyped={setTyped}
          onExplained={setExplanations}
        />
      </div>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void save(true)}>
          上报
        </Button>
        <Button disabled={busy} onClick={() => void save(false)}>
          保存
        </Button>
        <Button disabled={busy} onClick={() => void check()}>
          核对
        </Button>
      </div>
    </>
  )
}

function HandedIn({ of }: { of: Grid }) {
  const revalidate = useRevalidate()
  const [error, setError] = useState<string>()
  const withdraw = async () => {
    try {
      await browserApi('POST /member/statistics/withdraw', {
        formId: of.formId,
        period: of.period,
        version: of.version,
      })
      announce('已撤回，改后请再上报')
      void revalidate()
    } catch (refused) {
      setError(toRefusal(refused).message)
    }
  }
  return (
    <>
      <div className="statistics-scroll">
        <ReportCells of={of} faults={of.faults} explanations={of.explanations} />
      </div>
      <Problem>{error}</Problem>
      {of.state === 'submitted' && <Button onClick={() => void withdraw()}>撤回更正</Button>}
    </>
  )
}

/** Where the company stands among those that reported. */
function Position({ of: { rows } }: { of: Output<ApiContract['GET /member/statistics/position']> }) {
  const number = (value: number | null) => (value === null ? '不公布' : formatNumber(value))
  return (
    <section className="centre-card">
      <h2>在行业中的位置</h2>
      {rows === null ? (
        <p>填报并经协会核过的单位在这里看到自己的位置。</p>
      ) : (
        <>
          <Table
            caption="在行业中的位置"
            rows={rows.map(row => ({ id: row.code, ...row }))}
            columns={[
              { name: '指标', cell: ({ name, unit }) => `${name}（${unit}）` },
              { name: '本单位', cell: ({ own }) => formatNumber(own), nowrap: true },
              { name: '平均', cell: ({ average }) => number(average), nowrap: true },
              { name: '下四分位', cell: ({ lower }) => number(lower), nowrap: true },
              { name: '中位', cell: ({ median }) => number(median), nowrap: true },
              { name: '上四分位', cell: ({ upper }) => number(upper), nowrap: true },
            ]}
          />
          <p>平均按已公布的合计；四分位和中位按填报的单位，各取附近三家的平均，不是任何一家的数。</p>
        </>
      )}
    </section>
  )
}
