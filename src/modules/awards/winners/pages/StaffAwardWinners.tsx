import '#modules/review/boards/pages/board.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { Announcement } from '#modules/review/boards/pages/Announcement.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { winnerFields } from '../winnerForm.ts'
import { winnerStateNames } from '../winnerStates.ts'
import type { Route } from './+types/StaffAwardWinners'
import { PublishWinners } from './PublishWinners.tsx'
import { WinnerDrawer } from './WinnerDrawer.tsx'
import { winnerTones } from './winnerTones.ts'

export { staffAwardWinners as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'year', 'kindId', 'level', 'state', 'key')
  const [page, options] = await Promise.all([
    api('GET /staff/award-winner/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/award-winner/options', {}),
  ])
  return { filters, page, options }
})

const STATES = Object.entries(winnerStateNames).map(([code, name]) => ({ code, name }))

type Filters = Input<ApiContract['GET /staff/award-winner/list']>

/** 获奖名单: who won what; published together, corrected, taken back. */
export default function StaffAwardWinners({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  const options = useLoaded(loaderData.options)
  const [query] = useSearchParams()
  const [asking, ask] = useState<'enter' | 'publish'>()
  const selection = useSelection({
    rows: answer.data?.list ?? [],
    filters,
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pageOf: asked => browserApi('GET /staff/award-winner/list', { ...filters, ...asked }),
  })
  const reload = () => {
    answer.reload()
    options.reload()
  }
  const close = () => ask(undefined)
  const { kinds = [], years = [], levels = [] } = options.data ?? {}
  return (
    <>
      {filters.year && filters.kindId && <WinnersOfYear kindId={Number(filters.kindId)} year={Number(filters.year)} />}
      <section className="desk-card">
        <h2 className="hidden-text">获奖项目</h2>
        <DataTable
          caption="获奖名单"
          answer={answer}
          unit="项"
          filters={[
            { name: 'key', label: '项目、单位、个人或证书编号', kind: 'text' },
            { name: 'kindId', label: '奖项', options: kinds.map(({ id, name }) => ({ code: String(id), name })) },
            { name: 'year', label: '年度', options: years.map(one => ({ code: String(one), name: `${one} 年度` })) },
            { name: 'level', label: '等级', options: levels.map(name => ({ code: name, name })) },
            { name: 'state', label: '状态', options: STATES },
          ]}
          save={() => saveFile('GET /staff/award-winner/export', filters)}
          selection={selection}
          actions={
            <>
              <Button onClick={() => ask('enter')}>录入往年获奖</Button>
              <Button type="primary" disabled={selection.keys.length === 0} onClick={() => ask('publish')}>
                公布所选（{selection.keys.length}）
              </Button>
            </>
          }
          empty={{
            title: '还没有获奖项目',
            children: <p>公示期满无异议即自动列入并颁发证书；往年的可以逐项录入，或用“批量导入”。</p>,
          }}
          columns={[
            {
              name: '项目',
              cell: ({ id, name, organisations }) => (
                <>
                  <Link to={withQuery(query, 'winner', id)} preventScrollReset>
                    {name}
                  </Link>
                  {organisations[0] && <small className="cell-note">{organisations.join('、')}</small>}
                </>
              ),
            },
            { name: '年度', cell: one => one.year, nowrap: true },
            {
              name: '奖项与等级',
              cell: ({ kindName, subTypeName, levelName }) => (
                <>
                  {levelName}
                  <small className="cell-note">{[kindName, subTypeName].filter(Boolean).join('·')}</small>
                </>
              ),
            },
            { name: '证书', cell: ({ certificates }) => (certificates ? `${certificates} 张` : '—'), nowrap: true },
            {
              name: '状态',
              cell: one => (
                <Tag tone={winnerTones[one.state]}>
                  {one.state === 'scheduled' ? `${one.shownFrom} 公布` : one.stateName}
                </Tag>
              ),
              nowrap: true,
            },
          ]}
        />
      </section>
      <WinnerDrawer kinds={kinds} changed={reload} />
      {asking === 'enter' && <EnterWinner kinds={kinds} close={close} done={reload} />}
      {asking === 'publish' && (
        <PublishWinners
          ids={selection.keys}
          close={close}
          done={() => {
            selection.clear()
            reload()
          }}
        />
      )}
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
