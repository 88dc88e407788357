import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { type ScoredEntry, ScoreTag, type Scoring } from '#modules/awards/pages/ScoreTag.tsx'
import { faultsIn } from '#modules/awards/rounds/ranking.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'

/** All scores side by side, before they are handed in together. */
export function MyScoringCheck({ of, changed }: { of: Scoring; changed: () => void }) {
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
