import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { CountTable, ResultChart } from './ResultChart.tsx'

type Results = Output<ApiContract['GET /staff/survey/results']>
type Result = Results['questions'][number]

/** The result of each question; `by`: the question with which they are crossed. */
export const QuestionResults = ({ of, by }: { of: Results; by: string | null }) =>
  of.questions.map((question, i) => (
    <section key={question.code} className="desk-card">
      <ResultOf result={question} place={i + 1} list={`/staff/surveys/${of.id}/answers`} />
      {of.crosses
        .find(({ code }) => code === question.code)
        ?.tables.map(table => (
          <CountTable
            key={table.by}
            caption={`“${table.by}”与“${of.choices.find(({ code }) => code === by)?.label ?? ''}”`}
            head={table.columns}
            rows={table.rows}
          />
        ))}
    </section>
  ))

function ResultOf({ result, place, list }: { result: Result; place: number; list: string }) {
  const { label, options, ranks, lines, numbers, texts, moreTexts, asked, answered } = result
  const title = `${place}. ${label}`
  const note = `问到 ${asked} 份，回答 ${answered} 份`
  const linked = <One extends { picked: string | null }>(one: One) => ({
    ...one,
    route: one.picked && `${list}?picked=${encodeURIComponent(one.picked)}`,
  })
  if (options.length > 0 || ranks.length > 0 || lines.length > 0)
    return (
      <ResultChart
        title={title}
        note={note}
        answered={answered}
        options={options.map(linked)}
        ranks={ranks}
        lines={lines.map(({ name, counts }) => ({ name, counts: counts.map(linked) }))}
      />
    )
  return (
    <>
      <h2>{title}</h2>
      <p>{note}</p>
      {numbers && (
        <p>
          合计 {numbers.sum}，平均 {numbers.mean}，中位数 {numbers.median}，最小 {numbers.min}，最大 {numbers.max}
        </p>
      )}
      {texts.length > 0 && (
        <ul>
          {texts.map(({ text, count }) => (
            <li key={text} className="survey-text">
              <Link to={`${list}?key=${encodeURIComponent(text.slice(0, 40))}`}>{text}</Link>
              {count > 1 && `（${count} 份相同）`}
            </li>
          ))}
        </ul>
      )}
      {moreTexts > 0 && <p>另有 {moreTexts} 种回答，见导出的数据。</p>}
      {!numbers && texts.length === 0 && <p>{answered === 0 ? '还没有人回答。' : '逐份查看答卷，或导出全部答卷。'}</p>}
    </>
  )
}
