import './scoring.css'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { type ScoredEntry, ScoreTag, type Scoring } from '#modules/awards/pages/ScoreTag.tsx'
import { faultsIn } from '#modules/awards/rounds/ranking.ts'
import { Day } from '#ui/Day.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyScoringRound'
import { ScoringProgress } from './MyScoring.tsx'
import { MyScoringEntry } from './MyScoringEntry.tsx'

export { myScoringRound as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /award/scoring/round', { id: pathId(params.id) }),
)

/**
 * Screen of one round: the declaration, its entries, one of them (`?entry=`), or the check before submission
 * (`?check=1`).
 */
export default function MyScoringRound({ loaderData: of }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [query] = useSearchParams()
  const entry = of.entries.find(({ entryId }) => entryId === Number(query.get('entry')))
  if (of.isOpen && !of.declaredAt) return <Declare of={of} changed={revalidate} />
  if (of.isOpen && entry?.score)
    return <MyScoringEntry key={entry.entryId} of={of} entry={entry} changed={revalidate} />
  if (of.isOpen && query.has('check')) return <MyScoringCheck of={of} changed={revalidate} />
  return <Entries of={of} />
}

type Parts = { of: Scoring; changed: () => void }

const Head = ({ of }: { of: Scoring }) => (
  <>
    <div className="centre-card-head">
      <h2>
        {of.callTitle}　{of.name}
      </h2>
      <Tag tone={of.isOpen ? 'warn' : 'plain'}>
        {of.isOpen ? of.stateName : of.state === 'open' ? '已截止' : of.stateName}
      </Tag>
    </div>
    <p className="scoring-facts">
      <span>
        <Day of={of.dueOn} /> 截止
      </span>
      {of.startsAt && <span>{minute(of.startsAt)} 答辩</span>}
      {of.place && <span>{of.place}</span>}
      {of.hidesApplicants && <span>匿名评审，不显示申报人</span>}
    </p>
  </>
)

/** Declaration to be signed before any entry can be read. */
function Declare({ of, changed }: Parts) {
  const [agreed, agree] = useState(false)
  const { submit, busy, error } = useSubmit('POST /award/scoring/declare')
  const sign = async () => {
    if (!(await submit({ id: of.id }))) return
    announce('已签署回避声明')
    changed()
  }
  return (
    <section className="centre-card scoring-declare">
      <Head of={of} />
      <h3>评审纪律与回避声明</h3>
      <p className="scoring-declaration">{of.declaration}</p>
      <p>请您评审 {of.assigned} 项。与某一项有利害关系的，签署后可以在那一项里申请回避，不影响评审其他各项。</p>
      <Checkbox checked={agreed} onChange={event => agree(event.target.checked)}>
        我已阅读，并按上述声明评审
      </Checkbox>
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" size="large" disabled={!agreed} loading={busy} onClick={() => void sign()}>
          签署并开始评审
        </Button>
      </p>
    </section>
  )
}

function Entries({ of }: { of: Scoring }) {
  const waiting = of.entries.filter(({ state }) => state === 'draft' || state === 'changed').length
  return (
    <section className="centre-card">
      <Head of={of} />
      <ScoringProgress of={of} />
      <p>
        {of.isOpen
          ? '您的评分只有您自己看得到，其他专家和协会工作人员在评审结束前都看不到。截止前可以修改后再次提交。'
          : '评审已截止，这里只显示您自己的评分。评审情况请保密。'}
      </p>
      <Table
        caption="由我评审的申报"
        rows={of.entries}
        keyOf={({ entryId }) => entryId}
        columns={[
          { name: '次序', cell: ({ place }) => place, nowrap: true },
          { name: '名称', cell: entry => <EntryName of={of} entry={entry} /> },
          { name: '评审组', cell: ({ groupName }) => groupName },
          { name: '我的评分', cell: entry => <OwnScore of={entry} />, nowrap: true },
          {
            name: '状态',
            cell: entry => (
              <>
                <ScoreTag of={entry} />
                {entry.reasons.length > 0 && <span className="cell-note">{entry.reasons.join('；')}</span>}
              </>
            ),
          },
        ]}
      />
      {of.isOpen && (
        <p className="form-actions">
          <Link className={waiting ? 'button primary' : 'button'} to="?check=1">
            {waiting ? `核对并提交（${waiting} 项）` : '核对评分'}
          </Link>
        </p>
      )}
    </section>
  )
}

const EntryName = ({ of, entry }: { of: Scoring; entry: ScoredEntry }) =>
  of.isOpen && entry.score ? <Link to={`?entry=${entry.entryId}`}>{entry.name}</Link> : entry.name

const OwnScore = ({ of: { score, state } }: { of: ScoredEntry }) => {
  if (!score || state === 'blank') return '—'
  return state === 'changed' ? `${score.total}（已交 ${score.handedIn!.total}）` : String(score.total)
}

function MyScoringCheck({ of, changed }: { of: Scoring; changed: () => void }) {
  const navigate = useNavigate()
  const { submit, busy, error, fields } = useSubmit('POST /award/scoring/submit')
  const mine = of.entries.filter(({ score }) => score)
  const waiting = mine.filter(({ state }) => state === 'draft' || state === 'changed')
  const ready = waiting.filter(entry => faultsOf(of, entry).length === 0)
  const back = `/admin/user/scoring/${of.id}`
  const handIn = async () => {
    const entries = ready.map(({ entryId, score }) => ({ entryId, version: score!.version }))
    const done = await submit({ id: of.id, entries })
    changed()
    if (!done) return
    announce(`已提交 ${done.submitted} 项评分`)
    navigate(back)
  }
  return (
    <section className="centre-card">
      <h2>提交前请核对</h2>
      <ErrorSummary errors={fields} labelOf={() => ''} message={error?.message} />
      {error && !error.fields && <Problem>{error.message}</Problem>}
      <Table
        caption="我的评分"
        rows={mine}
        keyOf={({ entryId }) => entryId}
        columns={[
          { name: '名称', cell: ({ entryId, name }) => <Link to={`?entry=${entryId}`}>{name}</Link> },
          ...of.criteria.map(({ code, name, max }) => ({
            name: `${name}（${max}）`,
            cell: ({ score }: ScoredEntry) => score!.points[code] ?? '—',
            nowrap: true,
          })),
          { name: '总分', cell: ({ score, state }) => (state === 'blank' ? '—' : <b>{score!.total}</b>), nowrap: true },
          {
            name: '状态',
            cell: entry => (
              <>
                <ScoreTag of={entry} />
                {entry.state !== 'blank' &&
                  faultsOf(of, entry).map(fault => (
                    <span key={fault} className="cell-note">
                      {fault}
                    </span>
                  ))}
              </>
            ),
          },
        ]}
      />
      <p>
        {ready.length
          ? `将提交 ${ready.length} 项。${of.assigned - of.submitted > ready.length ? '没有评完的可以以后再提交。' : ''}截止前可以修改后再次提交，以最后一次为准。`
          : '没有可以提交的评分：都已提交，或还没有评完。'}
      </p>
      <p className="form-actions">
        <Button size="large" onClick={() => navigate(back)}>
          返回
        </Button>
        {ready.length > 0 && (
          <Button size="large" type="primary" loading={busy} onClick={() => void handIn()}>
            {`全部提交（${ready.length} 项）`}
          </Button>
        )}
      </p>
    </section>
  )
}

const faultsOf = ({ criteria }: Scoring, { score }: ScoredEntry) =>
  Object.values(faultsIn(criteria, score!.points, score!.comment))
