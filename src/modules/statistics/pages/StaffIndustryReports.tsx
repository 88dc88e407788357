import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { CallReach, inParts } from '#ui/act/CallReach.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import { reportFilters } from '../reportFilters.ts'
import type { StaffReportRow } from '../staffContract.ts'
import type { ReportState } from '../statisticsWords.ts'
import type { Route } from './+types/StaffIndustryReports'
import { reports } from './registers.ts'
import { reportTones } from './statisticsTones.ts'

export { staffIndustryReports as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, overview] = await Promise.all([reports.load(api, address), api('GET /staff/industry/overview', {})])
  return { ...list, overview }
})

/** 统计报表: who reported, who did not, who has to correct something. */
export default function StaffIndustryReports({ loaderData: { overview, ...list } }: Route.ComponentProps) {
  const { forms, trades } = overview
  const periods = new Map(forms.flatMap(({ periods }) => periods).map(one => [one.code, one]))
  return (
    <RegisterTable
      of={reports}
      loaded={list}
      unit="份"
      filters={registerFilters(reportFilters, {
        formId: forms.map(({ id, name }) => ({ code: String(id), name })),
        period: [...periods.values()],
        trade: trades,
      })}
      actions={<Link to="/staff/industry">各表进度</Link>}
      acts={(rows, done) => (
        <>
          <BulkAct rows={rows} done={done} act="accept" />
          <BulkAct rows={rows} done={done} act="remind" />
          <BulkAct rows={rows} done={done} act="reopen" />
        </>
      )}
      empty={{ title: '还没有报表', children: <p>加入填报单位后，每个报告期结束时自动打开。</p> }}
      cells={{
        stateName: row => <StateTag of={row} tones={reportTones} />,
        dueOn: ({ dueOn, isLate }) => (
          <>
            {dueOn} {isLate && <Tag tone="bad">已过</Tag>}
          </>
        ),
      }}
    />
  )
}

const acts = {
  accept: {
    name: '核过',
    call: 'POST /staff/industry/report/accept',
    from: ['submitted'],
    words: '核过的计入合计；单位不能再改。需要时可以取消核过。有说明的请先打开看过。',
  },
  remind: {
    name: '催报',
    call: 'POST /staff/industry/report/remind',
    from: ['open', 'returned'],
    words: '各单位收到站内消息和短信，写明统计表、报告期和期限。',
  },
  reopen: {
    name: '取消核过',
    call: 'POST /staff/industry/report/reopen',
    from: ['accepted'],
    words: '回到“已报待核”，不再计入合计；已公布的不变。',
  },
} as const satisfies Record<string, { name: string; call: string; from: readonly ReportState[]; words: string }>

type Props = { rows: StaffReportRow[]; done: () => void; act: keyof typeof acts }

function BulkAct({ rows, done, act }: Props) {
  const [isAsking, ask] = useState(false)
  const { name, from } = acts[act]
  const chosen = rows.filter(({ state }) => (from as readonly ReportState[]).includes(state))
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => ask(true)}>
        {name}（{chosen.length}）
      </Button>
      {isAsking && (
        <BulkActDialog
          rows={chosen}
          act={act}
          close={wasDone => {
            ask(false)
            if (wasDone) done()
          }}
        />
      )}
    </>
  )
}

function BulkActDialog({ rows, act, close }: Omit<Props, 'done'> & { close: (wasDone: boolean) => void }) {
  const { name, call, words } = acts[act]
  const bulk = useBulk<StaffReportRow>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ organisationName }) => organisationName,
    changed: () => {},
    send: some => browserApi(call, { ids: some.map(({ id }) => id) }),
  })
  const ids = bulk.of.map(({ id }) => id)
  return (
    <BulkDialog
      title={`${name} ${ids.length} 份报表`}
      unit="份"
      action={name}
      bulk={bulk}
      close={() => close(bulk.results !== undefined)}
      form={
        call === 'POST /staff/industry/report/remind' && (
          <CallReach {...inParts(ids, some => ({ call, input: { ids: some } }))} />
        )
      }
    >
      {words}
    </BulkDialog>
  )
}
