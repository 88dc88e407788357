import './surveys.css'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import type { Route } from './+types/SurveyResults'
import { ResultChart } from './ResultChart.tsx'

const load = (api: Api, { params }: Address) => api('GET /survey/results', { key: params.key ?? '' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  args.loaderData ? head(args, { name: `结果：${args.loaderData.title}`, hidden: true }) : []

/** The published results of a survey, for everybody. */
export default function SurveyResults({ loaderData: of }: Route.ComponentProps) {
  return (
    <article className="survey">
      <h1>{of.title}</h1>
      <p>
        截至 {of.publishedOn}，收到 {of.total} 份答卷。问卷{of.stateName}。
      </p>
      {of.intro && <p className="survey-text">{of.intro}</p>}
      {of.questions.map(({ code, label, answered, options, ranks, lines, mean, comments }) => (
        <section key={code}>
          {options.length > 0 || ranks.length > 0 || lines.length > 0 ? (
            <ResultChart
              title={label}
              note={`${answered} 份回答`}
              answered={answered}
              options={options}
              ranks={ranks}
              lines={lines}
            />
          ) : (
            <>
              <h2>{label}</h2>
              <p>{answered} 份回答</p>
            </>
          )}
          {mean !== null && <p>平均 {mean}</p>}
          {comments.length > 0 && (
            <ul className="survey-answered">
              {comments.map(({ clause, comment, outcomeName, reply }) => (
                <li key={`${clause} ${comment}`}>
                  <b className="survey-text">{clause}</b>
                  <p className="survey-text">意见：{comment}</p>
                  <p className="survey-text">
                    {outcomeName}：{reply}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  )
}
