import '#modules/meetings/pages/meetings.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { winners } from '#modules/awards/pages/registers.ts'
import { Announcement } from '#modules/meetings/pages/Announcement.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { winnerFilters } from '../../winnerFilters.ts'
import { winnerFields } from '../winnerForm.ts'
import type { Route } from './+types/StaffAwardWinners'
import { PublishWinners } from './PublishWinners.tsx'
import { WinnerDrawer } from './WinnerDrawer.tsx'
import { winnerTones } from './winnerTones.ts'

export { staffAwardWinners as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, options] = await Promise.all([winners.load(api, address), api('GET /staff/award-winner/options', {})])
  return { ...list, options }
})

/** 获奖名单: who won what; published together, corrected, taken back. */
export default function StaffAwardWinners({ loaderData }: Route.ComponentProps) {
  const { asked } = loaderData
  const { data: options, reload } = useLoaded(loaderData.options)
  const [isEntering, enter] = useState(false)
  const { kinds, years, levels } = options
  return (
    <>
      {asked.year && asked.kindId && <WinnersOfYear kindId={Number(asked.kindId)} year={Number(asked.year)} />}
      <RegisterTable
        of={winners}
        loaded={loaderData}
        unit="项"
        filters={registerFilters(winnerFilters, {
          kindId: kinds.map(({ id, name }) => ({ code: String(id), name })),
          year: years.map(one => ({ code: String(one), name: `${one} 年度` })),
          level: levels.map(name => ({ code: name, name })),
        })}
        acts={(rows, done) => <PublishWinners ids={rows.map(({ id }) => id)} done={done} />}
        actions={<Button onClick={() => enter(true)}>录入往年获奖</Button>}
        empty={{
          title: '还没有获奖项目',
          children: <p>公示期满无异议即自动列入并颁发证书；往年的可以逐项录入，或用“批量导入”。</p>,
        }}
        cells={{
          certificates: ({ certificates }) => (certificates ? `${certificates} 张` : '—'),
          stateName: one => (
            <Tag tone={winnerTones[one.state]}>
              {one.state === 'scheduled' ? `${one.shownFrom} 公布` : one.stateName}
            </Tag>
          ),
        }}
      />
      <WinnerDrawer kinds={kinds} changed={reload} />
      {isEntering && <EnterWinner kinds={kinds} close={() => enter(false)} done={reload} />}
    </>
  )
}

type Props = { kinds: readonly { id: number; name: string }[]; close: () => void; done: () => void }

/** A winner of earlier years, for the list alone: there is no certificate of ours to it. */
const EnterWinner = ({ kinds, close, done }: Props) => (
  <FormDialog
    title="录入往年获奖项目"
    intro={<p>只列入名单，不颁发证书；录入后仍须公布才会公开。很多项时，请用“批量导入”的获奖名单模板。</p>}
    fields={winnerFields(kinds)}
    action="录入"
    close={close}
    send={async form => {
      await browserApi('POST /staff/award-winner/save', { form })
      announce('已录入')
      done()
    }}
  />
)

type WinnersOfYearProps = { kindId: number; year: number }

function WinnersOfYear({ kindId, year }: WinnersOfYearProps) {
  const [wanted, want] = useState(false)
  const mayWrite = useMay('staff:content')
  const text = useApi('GET /staff/award-winner/announcement', wanted ? { kindId, year } : null)
  return (
    <>
      <section className="desk-card">
        <h2>整个年度</h2>
        <div className="form-actions">
          <SaveButton save={() => saveFile('GET /staff/award-winner/zip', { kindId, year })}>
            下载全部证书（ZIP）
          </SaveButton>
          <Button onClick={() => want(true)}>拟获奖公告</Button>
        </div>
      </section>
      {wanted && (
        <States answer={text}>
          {({ title, html, catalogId }) => (
            <>
              <Announcement title={title} html={html} />
              {mayWrite && <SaveAnnouncement title={title} html={html} catalogId={catalogId} />}
            </>
          )}
        </States>
      )}
    </>
  )
}

/** Saves the announcement as a draft article, for staff who may write; its column is chosen there. */
function SaveAnnouncement({ title, html, catalogId }: { title: string; html: string; catalogId: number | null }) {
  const navigate = useNavigate()
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const save = async () => {
    setState({ busy: true })
    try {
      const { id } = await browserApi('POST /staff/article/create', { title, catalogId: catalogId ?? undefined })
      await browserApi('POST /staff/article/save', { id, values: { title, catalogId, content: html } })
      navigate(`/staff/articles/${id}`)
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  return (
    <div className="form-actions">
      <Button loading={state.busy} onClick={() => void save()}>
        存为文章草稿
      </Button>
      <Problem>{state.problem}</Problem>
    </div>
  )
}
