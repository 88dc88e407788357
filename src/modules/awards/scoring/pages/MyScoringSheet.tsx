import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import type { ScoredEntry, Scoring } from '#modules/awards/pages/ScoreTag.tsx'
import { COMMENT_BELOW, COMMENT_FROM, needsComment, type Points, totalOf } from '#modules/awards/rounds/ranking.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'

type Parts = { of: Scoring; entry: ScoredEntry; changed: () => void; next: number | undefined }

/** Prefix that makes a criterion's code a valid field name. */
const PREFIX = 'points-'

const fieldsOf = ({ criteria }: Scoring): FormField[] => [
  ...criteria.map(({ code, name, max, hint }) => ({
    name: `${PREFIX}${code}`,
    label: name,
    section: '',
    kind: 'number' as const,
    required: true,
    min: 0,
    max,
    unit: `分，满分 ${max}`,
    hint,
  })),
  {
    name: 'comment',
    label: '评语',
    section: '',
    kind: 'paragraph',
    max: 2000,
    hint: `总分低于 ${COMMENT_BELOW} 分或高于 ${COMMENT_FROM} 分的须写`,
  },
]

const valuesOf = (score: NonNullable<ScoredEntry['score']>): FormValues => ({
  ...Object.fromEntries(Object.entries(score.points).map(([code, points]) => [PREFIX + code, points])),
  comment: score.comment,
})

/** Returns the points that are valid numbers; partial input stays in its field. */
function pointsIn({ criteria }: Scoring, values: FormValues): Points {
  return Object.fromEntries(
    criteria.flatMap(({ code }) => {
      const typed = String(values[PREFIX + code] ?? '')
        .normalize('NFKC')
        .trim()
      const points = Number(typed)
      return typed !== '' && points >= 0 && points <= 100 ? [[code, points]] : []
    }),
  )
}

/** The points, criterion by criterion; on the server as they are typed, counted when they are handed in. */
export function MyScoringSheet({ of, entry, changed, next }: Parts) {
  const navigate = useNavigate()
  const { id } = of
  const { entryId } = entry
  const score = entry.score!
  const draft = useDraft({
    id: `scoring-${id}-${entryId}`,
    values: valuesOf(score),
    version: score.version,
    save: async (values, version) => {
      const saved = await browserApi('POST /award/scoring/save', {
        id,
        entryId,
        version,
        points: pointsIn(of, values),
        comment: String(values.comment ?? ''),
      })
      // Refreshes the list, in case the expert has already returned to it.
      changed()
      return saved
    },
  })
  const newer = async () => {
    const now = await browserApi('GET /award/scoring/entry', { id, entryId })
    return { values: valuesOf(now.score!), version: now.score!.version }
  }
  const { submit, busy, error, fields } = useSubmit('POST /award/scoring/submit')
  const handIn = async () => {
    await draft.flush()
    const { version, status } = draft.get()
    if (status === 'failed' || status === 'conflict') return
    const done = await submit({ id, entries: [{ entryId, version: version ?? 0 }] })
    if (!done) return
    draft.finish()
    announce(`已提交评分：${entry.name}`)
    navigate(next === undefined ? `/admin/user/scoring/${id}` : `?entry=${next}`)
    changed()
  }
  const total = totalOf(of.criteria, pointsIn(of, draft.values))
  // 12.points.innovation → points-innovation
  const errors = Object.fromEntries(
    Object.entries(fields).map(([name, fault]) => [name.replace(/^\d+\./, '').replace('points.', PREFIX), fault]),
  )
  return (
    <section className="centre-card scoring-sheet" id="scoring-sheet" aria-label="评分">
      <h2>评分</h2>
      <Form
        fields={fieldsOf(of)}
        values={draft.values}
        onChange={draft.change}
        errors={errors}
        message={error?.message}
        onSubmit={() => void handIn()}
      >
        <p className="scoring-total" aria-live="polite">
          总分 <b>{total}</b>
          {needsComment(total) && Object.keys(pointsIn(of, draft.values)).length === of.criteria.length && (
            <span>须写评语</span>
          )}
        </p>
        {score.handedIn && (
          <p className="faint">
            {minute(score.handedIn.at)} 提交过 {score.handedIn.total} 分；修改后须再次提交才计入。
          </p>
        )}
        {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
        <SaveState draft={draft} newer={newer} />
        <div className="form-actions">
          <Button size="large" type="primary" htmlType="submit" loading={busy}>
            {next === undefined ? '提交评分' : '提交，评下一项'}
          </Button>
        </div>
      </Form>
    </section>
  )
}
